"""The site that Sphinx makes from these documents: ``sphinx-build --fail-on-warning docs site``.

They are plain Markdown first, to be read in a checkout. A link to a page or a heading that is not there is an error.
"""

import sys
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from clockspades import __version__  # noqa: E402
from distribution.hook import addresses  # noqa: E402
from distribution.site_pages import in_site, write_pages  # noqa: E402

project = "Clockspades"
author = "The Clockspades authors"
project_copyright = f"{author}, MIT licence"
release = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 6
nitpicky = True
smartquotes_action = "qe"  # two hyphens begin an option, and are no dash

html_theme = "furo"
html_title = f"Clockspades {release}"
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_baseurl = addresses().get("Documentation", "")
if "Source" in addresses():
    html_theme_options = {
        "source_repository": addresses()["Source"],
        "source_branch": "main",
        "source_directory": "docs/",
    }


def _write_pages(app: Sphinx) -> None:
    write_pages(Path(app.srcdir))


def _turn_links(app: Sphinx, document: str, source: list[str]) -> None:
    source[0] = in_site(source[0])


def setup(app: Sphinx) -> None:
    """Make the pages that are made of the games and of the changelog."""
    app.connect("builder-inited", _write_pages)
    app.connect("source-read", _turn_links)
