"""The report page in a real browser, where Chromium is installed: charts move in, hostile names do nothing.

Not a test_*.py: it runs as a test of its own, so that a machine without a browser shows as one skipped test
(status 77). PQLANE_BROWSER names another Chromium.
"""

import os
import re
import shutil
import subprocess
import sys
import unittest

from page import Page
from result_files import document, row, text
from support import CliTest
from test_report import CPU, GPU, HOSTILE

BROWSER = os.environ.get("PQLANE_BROWSER") or shutil.which("chromium") or shutil.which("chromium-browser")
SKIPPED = 77


class Browser(CliTest):
    def rendered(self, *documents, arguments=(), size="1280,4000"):
        """The page as it is after its scripts ran."""
        names = [self.write(f"r{i}.json", text(value)) for i, value in enumerate(documents)]
        self.run_cli("report", *names, "-o", "page.html", *arguments)
        # A page on disk, no network: the name of every host leads nowhere.
        result = subprocess.run(
            [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.path('profile')}",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--window-size={size}", "--enable-logging=stderr",
             "--virtual-time-budget=4000", "--dump-dom", self.path("page.html").as_uri()],
            capture_output=True, timeout=120, check=True)
        console = [line for line in result.stderr.decode(errors="replace").splitlines() if "CONSOLE" in line]
        self.assertEqual(console, [])
        return Page(result.stdout.decode())

    def test_charts_of_uplot_take_the_places(self):
        hostile = document(*[row(scheme=HOSTILE, device=HOSTILE, batch=batch) for batch in (1, 2)])
        page = self.rendered(CPU, GPU, hostile)
        self.assertEqual(len(page.all("div", class_="uplot")), 4)
        self.assertEqual(len(page.all("canvas")), 4)
        self.assertEqual(len(page.all("figure", class_="moving")), 4)
        self.assertEqual(page.all("svg"), [])
        self.assertEqual(page.all("img"), [])
        legends = [element[2] for element in page.all("table", class_="u-legend")]
        self.assertIn("cpu:avx512 · r0.json", legends[0])
        self.assertTrue(any("onerror=alert(2)" in legend for legend in legends))

    def test_a_phone(self):
        page = self.rendered(CPU, size="500,2000")
        widths = [int(re.search(r"width: (\d+)px", element[1]["style"])[1])
                  for element in page.all("div", class_="u-wrap")]
        self.assertEqual(len(widths), 2)
        self.assertTrue(all(200 < width <= 500 for width in widths), widths)


if __name__ == "__main__":
    if BROWSER is None:
        print("skipped: Chromium is not installed (PQLANE_BROWSER names another)")
        sys.exit(SKIPPED)
    unittest.main()
