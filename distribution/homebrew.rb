# Untried: this formula has never been installed. `python -m distribution.build` fills in the names between @ signs.
class Clockspades < Formula
  desc "Card games in the terminal, full screen"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "python@3.13"

  # Homebrew asks for a resource for each package. This formula is for a tap of one's own, and lets pip fetch the wheels.
  def install
    system Formula["python@3.13"].opt_bin/"python3.13", "-m", "venv", libexec
    system libexec/"bin/python", "-m", "pip", "install", "--no-cache-dir", "#{buildpath}[friends]"
    bin.install_symlink libexec/"bin/clockspades"
    man1.install_symlink libexec/"share/man/man1/clockspades.1"
    bash_completion.install_symlink libexec/"share/bash-completion/completions/clockspades"
    zsh_completion.install_symlink libexec/"share/zsh/site-functions/_clockspades"
    fish_completion.install_symlink libexec/"share/fish/vendor_completions.d/clockspades.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/clockspades --version")
    assert_match "Spades", shell_output("#{bin}/clockspades games")
  end
end
