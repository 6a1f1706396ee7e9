"""What every page is held against: axe-core (WCAG 2.2 AA) in light and dark, narrow and wide, with a script and
without; what is left of it on paper; and the HTML validator of the W3C."""

import contextlib
import functools
import http.server
import json
import pathlib
import subprocess
import tempfile
import threading
import urllib.parse

from driven import start, wait

# A sign such as that of a warning is to be seen as well as a text is.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "checks": {"color-contrast": {"options": {"ignoreUnicode": False}}},
}

# Where axe could not say what lies behind a text though a person sees it, while it looks: a list in which one
# scrolls is shown as a whole, and a form in a line is as high as its button, which may have two lines.
CLEAR = """
  for (const e of document.querySelectorAll('.options.long')) e.style.maxHeight = arguments[0] ? 'none' : '';
  for (const e of document.querySelectorAll('form')) if (!arguments[0]) e.style.display = '';
    else if (getComputedStyle(e).display === 'inline') e.style.display = 'inline-block';
"""

# What has no use on paper, or is not all there. Flows that are offered, the entries of menus and what can be done
# with a row of a list are in what a page is about, though some are buttons.
PRINTED = """
  const faults = [];
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    return e.checkVisibility() && box.width > 1 && box.height > 1;
  };
  for (const e of document.querySelectorAll('button, .button, .filter'))
    if (shown(e) && !e.matches('.offers *, .tasks *, [name=answer]'))
      faults.push('it has a button: ' + e.outerHTML.slice(0, 120));
  for (const e of document.querySelectorAll('.options.long'))
    if (e.scrollHeight > e.clientHeight + 1) faults.push('a list is cut off');
  for (const e of document.querySelectorAll('.reference abbr'))
    if (!shown(e) || !getComputedStyle(e, '::after').content.includes(e.title))
      faults.push('the reference is not whole');
  return faults;
"""

# A page on which each of the checks finds something, so that one that finds nothing is not believed. Its
# script takes away what is wrong without it.
PLANTED = """<!doctype html><html lang="en"><head><title>Planted</title><style>
  .options.long { max-height: 1em; overflow: auto } .wide { width: 2000px }
  .unclear { background: linear-gradient(#fff, #000); color: #777 }
</style><script src="planted.js" defer></script></head><body><main><h1>Planted</h1><img src="data:,">
<p class="wide">Wide</p><p class="unclear">Unclear</p><a href="#"></a><button>Print</button>
<div class="options long">A<br>B<br>C</div><p class="reference"><abbr title="whole">part</abbr></p>
</main></body></html>"""
SCRIPT = "document.querySelector('a').remove();"
FOUND_BY_AXE = ("planted at 320, light: image-alt", "planted at 1280, dark: color-contrast, undecided",
                "planted at 320, dark, without a script: link-name")
FOUND_BY_VALIDATOR = ("HTML of planted.html: An “img” element must have an “alt” attribute",)
FOUND = ("planted at 320, light: wider than the window", "planted, printed: it has a button",
         "planted, printed: a list is cut off", "planted, printed: the reference is not whole")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves pages without a word; there are no events to follow."""

    def do_GET(self):
        if self.path.endswith("/events"):
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def served(folder):
    """Serves the pages of a folder, at the address that is had."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class Checks:
    """Looks at pages and collects what is wrong with them.

    - axe: the file of axe-core; None for no such check.
    - validator: the file of the HTML validator; None for no such check.
    - pictures: a folder for pictures of the pages; None for none.
    """

    def __init__(self, axe, validator, pictures=None):
        self.axe, self.validator = axe and pathlib.Path(axe).read_text(encoding="utf-8"), validator
        self.pictures, self.pages, self.faults, self.plain = pictures, {}, [], None

    def __enter__(self):
        """Tries the checks out."""
        self.try_out()
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        if self.plain:
            self.plain.quit()

    def try_out(self):
        """Holds a page against the rules that breaks them: that nothing is found in it is a fault."""
        tried = Checks(None, self.validator)
        tried.axe = self.axe
        driver = start()
        try:
            with tempfile.TemporaryDirectory() as folder, served(folder) as address:
                pathlib.Path(folder, "planted.html").write_text(PLANTED, encoding="utf-8")
                pathlib.Path(folder, "planted.js").write_text(SCRIPT, encoding="utf-8")
                tried.validate_files(folder)
                driver.get(f"{address}/planted.html")
                tried.look(driver, "planted")
        finally:
            driver.quit()
            tried.close()
        # The script takes it away.
        wrong = [fault for fault in tried.faults if "link-name" in fault and "without" not in fault]
        wanted = FOUND + (FOUND_BY_AXE if self.axe else ()) + (
            FOUND_BY_VALIDATOR if self.validator else ())
        missed = [what for what in wanted if not any(what in fault for fault in tried.faults)]
        for what in missed + wrong:
            self.faults.append(f"what was planted is not found as it is: {what}")

    def look(self, driver, name):
        """Holds the page that is shown against the rules, and as it is on paper."""
        self.pages[name] = driver.page_source
        self.look_at(driver, name, None, [(w, d) for d in (False, True) for w in (320, 1280)])
        if self.pictures:
            for dark in (False, True):
                self.color(driver, dark)
                self.photograph(driver, f"{name}{'-dark' if dark else ''}")
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
        self.look_printed(driver, name)
        for entry in driver.get_log("browser"):
            # What is refused or not found is told by its status, which Chromium calls an error.
            if entry["level"] == "SEVERE" and not any(
                    f" {status} " in entry["message"] for status in (400, 404, 422)):
                self.faults.append(f"{name}: {entry['message']}")
        self.look_without_script(driver, name)

    def look_at(self, driver, name, manner, views):
        """Holds a page against the rules in windows of widths, each in light or in dark."""
        driver.execute_script(CLEAR, True)
        for width, dark in views:
            self.color(driver, dark)
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
            where = f"{name} at {width}, {'dark' if dark else 'light'}"
            where += f", {manner}" if manner else ""
            if driver.execute_script("return document.documentElement.scrollWidth > innerWidth"):
                self.faults.append(f"{where}: wider than the window")
            self.check_axe(driver, where)
        driver.execute_script(CLEAR, False)

    def color(self, driver, dark):
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def look_without_script(self, driver, name):
        """Holds the page as it was sent against the rules in a browser that loads no script: some of its ways
        are buttons there, and nothing is hidden.

        What was refused has no address to be loaded from: the page is put into the other browser as it is.
        """
        if not self.plain:
            self.plain = start()
            self.plain.execute_cdp_cmd("Network.enable", {})
            self.plain.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*.js"]})
        plain, source = self.plain, driver.source_as_sent()
        # What it loads is relative to where it is.
        plain.get(urllib.parse.urljoin(driver.current_url, "unknown"))
        frame = plain.execute_cdp_cmd("Page.getFrameTree", {})["frameTree"]["frame"]["id"]
        plain.execute_cdp_cmd("Page.setDocumentContent", {"frameId": frame, "html": source})
        try:
            wait(lambda: plain.title == driver.title and plain.execute_script(
                "return document.readyState === 'complete' && document.styleSheets.length > 0"),
                f"{name} as it was sent")
        except AssertionError as error:
            self.faults.append(str(error))
            return
        self.look_at(plain, name, "without a script", [(320, True), (1280, False)])

    def look_printed(self, driver, name):
        """Looks at what is left of a page on paper."""
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": []})
        self.faults += [f"{name}, printed: {fault}" for fault in driver.execute_script(PRINTED)]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})

    def photograph(self, driver, name):
        """Takes a picture of the whole page, as narrow as it is read well."""
        height = 400
        for _ in range(2):
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": 860, "height": height, "deviceScaleFactor": 1, "mobile": False})
            height = driver.execute_script("return document.documentElement.scrollHeight")
        driver.save_screenshot(f"{self.pictures}/{name}.png")

    def check_axe(self, driver, manner):
        if not self.axe:
            return
        # The policy forbids scripts of others; the test's own is put in from outside.
        found = driver.execute_async_script(
            self.axe + ";const done = arguments[arguments.length - 1];"
            "axe.run(%s).then((r) => done({wrong: r.violations, undecided: r.incomplete}),"
            "(e) => done({wrong: [{id: String(e), nodes: []}], undecided: []}))" % json.dumps(RULES))
        for kind, faults in found.items():
            for fault in faults:
                nodes = "; ".join(node["html"][:160] for node in fault["nodes"][:3])
                if kind == "undecided":
                    # Why it could not be decided.
                    nodes += "".join(f" ({check['message']})" for node in fault["nodes"][:1]
                                     for check in node["any"] + node["all"] + node["none"])
                rule = fault["id"] if kind == "wrong" else f"{fault['id']}, undecided"
                self.faults.append(f"{manner}: {rule}: {nodes}")

    def validate_pages(self, sources):
        """Holds pages that were sent, by their names, against the HTML rules."""
        with tempfile.TemporaryDirectory() as folder:
            for name, source in sources.items():
                pathlib.Path(folder, f"{name}.html").write_bytes(source.body)
            self.validate_files(folder)

    def validate_files(self, folder):
        if not self.validator:
            return
        run = subprocess.run(
            ["java", "-jar", self.validator, "--format", "json", "--stdout", "--skip-non-html",
             folder], capture_output=True, text=True)
        # It ends with 1 if it found something, and always says what it found, though it be nothing.
        if run.returncode > 1 or not run.stdout.strip():
            self.faults.append(
                f"the HTML validator ended with {run.returncode}: {run.stderr.strip()[-500:]}")
            return
        for fault in json.loads(run.stdout)["messages"]:
            # The validator is from 2020, when not all browsers knew of `inputmode`.
            if "inputmode" in fault["message"]:
                continue
            if fault["type"] == "error" or fault.get("subType") == "warning":
                place = pathlib.Path(fault["url"]).name
                self.faults.append(
                    f"HTML of {place}: {fault['message']}: {fault.get('extract', '')}")
            elif fault["type"] == "non-document-error":
                self.faults.append(f"the HTML validator: {fault['message']}")

    def report(self):
        """Prints what was found, and returns the status to exit with."""
        for fault in self.faults:
            print(fault)
        print(f"{len(self.pages)} pages, {len(self.faults)} faults")
        return 1 if self.faults else 0
