"use strict";

// A window should have room for at least this many columns and rows; the letters are no larger than this, in pixels.
const COLUMNS = 66, ROWS = 22, LARGEST = 18, SMALLEST = 7;
const LONGEST_WAIT = 15000;

// The code of the table is behind the # of its address: browsers don't send that, so the page does once.
function fillInCode() {
  const label = document.getElementById("code");
  const code = decodeURIComponent(location.hash.slice(1)).split(".")[0];
  if (label && code) {
    label.querySelector("input").value = code;
    label.hidden = true;
  } else if (!label && code) {
    history.replaceState(null, "", location.pathname);
  }
}

// A letter of the font is 0.6 as wide as it is high, and a line 1.32 as high.
function chooseSize(terminal) {
  const { clientWidth, clientHeight } = document.documentElement;
  const most = Math.min(clientWidth / COLUMNS / 0.6, clientHeight / ROWS / 1.32, LARGEST);
  terminal.dataset.fontSize = Math.max(SMALLEST, Math.floor(most * 2) / 2);
}

function tell(words) {
  document.getElementById("words").textContent = words;
  document.getElementById("closed").hidden = false;
}

async function comeBack(wait) {
  await new Promise((done) => setTimeout(done, wait));
  try {
    await fetch("/name", { method: "HEAD", cache: "no-store" });
    location.reload();
  } catch {
    comeBack(Math.min(2 * wait, LONGEST_WAIT));
  }
}

// textual.js connects once. If the connection is cut, the page loads again as soon as the server answers.
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(url) {
    super(url);
    this.addEventListener("open", () => {
      if (matchMedia("(pointer: fine)").matches) document.querySelector(".xterm-helper-textarea").focus();
    });
    this.addEventListener("close", (event) => {
      if (event.code === Number(document.getElementById("terminal").dataset.tells)) {
        tell(event.reason);
      } else {
        tell("The connection was cut. The page returns to the table by itself.");
        comeBack(1000);
      }
    });
  }
};

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
  const terminal = document.getElementById("terminal");
  if (terminal) chooseSize(terminal);
});
