"use strict";

// A window should have room for at least this many columns and rows; the letters are no larger than this, in pixels.
// On a phone, every screen of the program fits into the smallest size that it knows.
const isTouched = matchMedia("(pointer: coarse)").matches;
const [COLUMNS, ROWS] = isTouched ? [60, 18] : [66, 22];
const LARGEST = 18, SMALLEST = isTouched ? 4 : 7;
// Lines grow with a window that is higher than it needs to be, since fingers need more room than eyes.
const LINES_BEFORE_HIGHER = 30, HIGHEST_LINE = 1.5;
// The terminal measures letters this much too small, in pixels.
const ROUNDED = isTouched ? 0.03 : 0;
const LONGEST_WAIT = 15000;
// How long the server has to say that a connection still stands, after the page was asleep.
const ANSWERS_WITHIN = 2500;

// What Textual's script keeps: the terminal, and what sends its size.
let shown = null;
let socket = null;

// -- the form ------------------------------------------------------------------------------------------

// The code of the table is behind the # of its address: browsers don't send that, so the page does once.
// An icon on an iPhone's home screen has cookies of its own. Without a manifest it opens the address that was in view: so
// the code stays there. Elsewhere the address in the manifest is opened, which has none.
const isApple = "standalone" in navigator;
function fillInCode() {
  const label = document.getElementById("code");
  const code = decodeURIComponent(location.hash.slice(1)).split(".")[0];
  if (label && code) {
    label.querySelector("input").value = code;
    label.hidden = !document.querySelector("main [role=alert]"); // if it was wrong, it can be corrected
    if (isApple) document.querySelector("form").action = `/${location.hash}`;
  } else if (!label && code && !isApple) {
    history.replaceState(null, "", location.pathname);
  }
}

// -- the size ------------------------------------------------------------------------------------------

// The page takes what the keyboard of a phone and the bars of its browser leave free.
function takeRoom() {
  const { height, offsetTop, scale } = visualViewport;
  document.documentElement.style.setProperty("--height", `${height * scale}px`);
  document.documentElement.style.setProperty("--top", `${offsetTop}px`);
}

// A letter of the font is 0.6 as wide as it is high, and a line 1.32 as high.
function chosenSize(element) {
  const { clientWidth, clientHeight } = element;
  const most = Math.min(clientWidth / COLUMNS / 0.6, clientHeight / ROWS / 1.32, LARGEST);
  const step = isTouched ? 1 / devicePixelRatio / 0.6 : 0.5; // cells are whole pixels of the screen
  const fontSize = Math.max(SMALLEST, Math.floor(most / step) * step + ROUNDED);
  const lineHeight = isTouched ? clientHeight / LINES_BEFORE_HIGHER / Math.ceil(1.32 * fontSize) : 1;
  return { fontSize, lineHeight: Math.min(Math.max(lineHeight, 1), HIGHEST_LINE) };
}

// Rounding can make the first choice a row short.
function fit() {
  const { terminal, fitAddon, element } = shown;
  takeRoom();
  Object.assign(terminal.options, chosenSize(element));
  for (let tries = 0; tries < 8; tries++) {
    const { cols, rows } = fitAddon.proposeDimensions();
    if (cols >= COLUMNS && rows >= ROWS) break;
    terminal.options.fontSize -= 0.25;
  }
  fitAddon.fit();
}

let waitsToFit = 0;
function fitSoon() {
  takeRoom();
  clearTimeout(waitsToFit);
  waitsToFit = setTimeout(() => shown && fit(), 100);
}

// Textual's script keeps its terminal to itself. It is caught as the script keeps it. Letters that it drew before their
// font was there are drawn again.
Object.defineProperty(Object.prototype, "fitAddon", {
  configurable: true,
  set(addon) {
    delete Object.prototype.fitAddon;
    this.fitAddon = addon;
    this.fit = fit;
    shown = this;
    for (const weight of ["", "bold "]) {
      document.fonts.load(`${weight}16px "Roboto Mono"`, "A♠").then(() => this.terminal.clearTextureAtlas());
    }
  },
});

// -- the connection ------------------------------------------------------------------------------------

function tell(words, isOver) {
  document.getElementById("words").textContent = words;
  document.getElementById("ways").hidden = !isOver;
  document.getElementById("closed").hidden = false;
}

let tries = 0, waitsToReturn = 0, asking = null;

// Load the page again as soon as the server answers: the cookie leads to the same seat.
async function comeBack() {
  const { cut, offline } = document.getElementById("closed").dataset;
  tell(navigator.onLine ? cut : offline);
  clearTimeout(waitsToReturn);
  asking?.abort();
  const asks = (asking = new AbortController());
  const tooLong = setTimeout(() => asks.abort(), LONGEST_WAIT);
  try {
    await fetch("/name", { method: "HEAD", cache: "no-store", signal: asks.signal });
    location.reload();
  } catch {
    if (asks === asking) waitsToReturn = setTimeout(comeBack, Math.min(500 * 2 ** tries++, LONGEST_WAIT));
  } finally {
    clearTimeout(tooLong);
  }
}

// A page that slept may not know yet that its connection is cut.
function wake() {
  if (!socket || socket.isOver) return;
  shown.terminal.refresh(0, shown.terminal.rows - 1);
  if (asking || socket.readyState > WebSocket.OPEN) {
    tries = 0;
    comeBack();
  } else if (socket.readyState === WebSocket.OPEN) {
    const before = socket.heard;
    socket.send(JSON.stringify(["ping", `${Date.now()}`]));
    setTimeout(() => {
      if (socket.heard === before && !document.hidden) comeBack();
    }, ANSWERS_WITHIN);
  }
}

// textual.js connects once, and says nothing if the connection is cut.
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(url) {
    fit();
    const { cols, rows } = shown.terminal;
    super(`${url.split("?")[0]}?width=${cols}&height=${rows}`);
    socket = this;
    this.heard = 0;
    this.isOver = false;
    this.addEventListener("message", () => this.heard++);
    this.addEventListener("open", () => {
      if (!isTouched) document.querySelector(".xterm-helper-textarea").focus();
    });
    this.addEventListener("close", (event) => {
      this.isOver = event.code === Number(shown.element.dataset.tells);
      if (this.isOver) tell(event.reason, true);
      else comeBack();
    });
  }
};

function type(keys) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(["stdin", keys]));
}

// -- fingers -------------------------------------------------------------------------------------------

// What the mouse of a terminal sends. A tap has the modifier Meta: the program takes the nearest thing then.
const TAP = 8, LOOK = 35, WHEEL_UP = 64, WHEEL_DOWN = 65;
// How long a finger rests to look at something, in milliseconds, and how far it may stray, in pixels of the page.
const RESTS = 400, STRAYS = 10;
// Rows that the program scrolls for one step of a wheel.
const ROWS_OF_STEP = 2;

function point(what, touch, end = "M") {
  const box = shown.element.querySelector(".xterm-screen").getBoundingClientRect();
  const { cols, rows } = shown.terminal;
  const column = Math.floor(((touch.clientX - box.left) / box.width) * cols);
  const row = Math.floor(((touch.clientY - box.top) / box.height) * rows);
  const [x, y] = [Math.min(Math.max(column, 0), cols - 1), Math.min(Math.max(row, 0), rows - 1)];
  type(`\x1b[<${what};${x + 1};${y + 1}${end}`);
}

// A tap is a click, a finger that rests looks, and one that moves scrolls.
function feel(element) {
  let began = null, scrolled = 0, waits = 0, does = "";
  const put = (name, listen) => element.addEventListener(name, (event) => (event.preventDefault(), listen(event)), { passive: false });
  const forget = () => clearTimeout(waits);
  put("touchstart", (event) => {
    forget();
    const touch = event.touches[0];
    began = { clientX: touch.clientX, clientY: touch.clientY };
    scrolled = 0;
    does = event.touches.length > 1 ? "" : "tap";
    waits = setTimeout(() => {
      if (does === "tap") {
        does = "look";
        point(LOOK, began);
      }
    }, RESTS);
  });
  put("touchmove", (event) => {
    const touch = event.touches[0];
    const [across, down] = [touch.clientX - began.clientX, touch.clientY - began.clientY];
    if (does === "tap" && Math.hypot(across, down) > STRAYS) does = "scroll";
    if (does === "look") point(LOOK, touch);
    if (does === "scroll") {
      const step = (ROWS_OF_STEP * element.clientHeight) / shown.terminal.rows;
      for (; down - scrolled >= step; scrolled += step) point(WHEEL_UP, began);
      for (; scrolled - down >= step; scrolled -= step) point(WHEEL_DOWN, began);
    }
  });
  put("touchend", () => {
    forget();
    if (does === "tap") {
      point(TAP, began);
      point(TAP, began, "m");
    }
    does = "";
  });
  element.addEventListener("contextmenu", (event) => isTouched && event.preventDefault());
  put("touchcancel", () => {
    forget();
    does = "";
  });
}

// Escape as terminals write it that tell it from the begin of an arrow key: so nothing has to be waited for.
const KEYS = { up: "\x1b[A", down: "\x1b[B", right: "\x1b[C", left: "\x1b[D", enter: "\r", escape: "\x1b[27u" };

function press(button) {
  const { key } = button.dataset;
  if (key === "keyboard") {
    const field = document.querySelector(".xterm-helper-textarea");
    if (document.activeElement === field) field.blur();
    else field.focus();
  } else {
    type(KEYS[key] ?? key);
  }
}

// ------------------------------------------------------------------------------------------------------

// The terminal takes the size of its canvas in pixels of the screen from here. A browser that only plays a denser screen,
// as for a test, gives it in other pixels: then a quarter of the table would fill the page.
function isInPixelsOfScreen(entry) {
  const told = entry.devicePixelContentBoxSize?.[0].inlineSize;
  return told === undefined || Math.abs(told - entry.contentRect.width * devicePixelRatio) < 2;
}
const PlainObserver = window.ResizeObserver;
window.ResizeObserver = class extends PlainObserver {
  constructor(told) {
    super((entries, observer) => told(entries.filter(isInPixelsOfScreen), observer));
  }
};

window.addEventListener("hashchange", fillInCode);
document.addEventListener("DOMContentLoaded", () => {
  fillInCode();
  if (isApple) document.querySelector("link[rel=manifest]").remove();
  const element = document.getElementById("terminal");
  if (!element) return;
  takeRoom();
  element.dataset.fontSize = chosenSize(element).fontSize;
  visualViewport.addEventListener("resize", fitSoon);
  visualViewport.addEventListener("scroll", takeRoom);
  feel(element);
  const keys = document.getElementById("keys");
  // The keyboard of the phone stays as it is: the focus does not move to the button.
  keys.addEventListener("pointerdown", (event) => event.preventDefault());
  keys.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) press(button);
  });
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  window.addEventListener("online", wake);
  window.addEventListener("offline", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
});
