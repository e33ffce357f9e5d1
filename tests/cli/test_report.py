"""pqlane report: what the page holds, that it needs nothing else, hostile names, and files that are refused."""

import base64
import copy
import hashlib
import json
import re
import unittest

from page import Page
from result_files import changed, document, machine, rate, row, text
from support import CliTest

SERIES = {"device": "cuda:0", "source": "nvml", "interval_s": 0.1,
          "idle": {"power_w": 70.0, "utilisation_pct": 0, "sm_clock_mhz": 345.0, "temperature_c": None},
          "columns": ["t_s", "power_w", "utilisation_pct", "sm_clock_mhz", "temperature_c", "throttled"],
          "rows": [[0.0, 70.0, 0, 345.0, 30.0, ""], [0.1, 350.0, 50, 1725.0, 35.0, "power"],
                   [0.2, None, 100, 1380.0, 36.0, None]],
          "spans": [{"row": 0, "from_s": 0.05, "to_s": 0.2}]}
CPU = document(*[row(op=op, batch=batch, ops=10_000.0 * batch) for op in ("encaps", "decaps") for batch in (1, 8, 64)],
               row(scheme="x25519", op="agree", device="cpu:openssl", batch=1, ops=28_000.0, ceiling=None))
GPU = document(row(device="cuda:0", batch=65536, ops=12_345_678.0,
                   energy={"joules_per_op": 3.4e-5, "average_watts": 420.0, "source": "nvml-energy"}),
               series=[SERIES],
               machine=machine(devices=[{"name": "Example GPU", "compute_capability": "9.0",
                                         "memory_bytes": 80 << 30, "driver": "570.1"}]),
               ceilings=[{"device": "cuda:0", "resource": "keccak-permutations", "per_s": rate(3.5e9), "samples": 9}])
# What a hostile result file may try to put into a page.
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&{{body}}\x01"


class Report(CliTest):
    def report(self, *documents, arguments=()):
        names = [self.write(f"r{i}.json", text(value)) for i, value in enumerate(documents)]
        self.run_cli("report", *names, "-o", "page.html", *arguments)
        self.html = self.read("page.html").decode()
        return Page(self.html)


class Contents(Report):
    def test_variants_beside_conventional_algorithms(self):
        sign = {"scheme": "ml-dsa-44", "op": "sign"}
        page = self.report(document(
            row(scheme="ml-dsa-44", op="keygen", ops=90_001.0), row(ops=30_001.0, **sign),
            row(ops=50_001.0, key_reuse="cached-key", includes={"randomness": True, "key_decoding": False,
                                                                "matrix": False, "copies": True}, **sign),
            row(ops=20_001.0, message_bytes=1024, **sign),
            row(ops=7_001.0, device="cpu:liboqs", implementation="liboqs 0.14.0", batch=1, **sign),
            row(scheme="ed25519", op="sign", device="cpu:openssl", implementation="OpenSSL 3.5.0", batch=1,
                ops=28_001.0, key_reuse="cached-key", ceiling=None)))
        text = page.section("conventional")
        for figure in ("30,001", "50,001", "20,001", "7,001", "28,001", "90,001"):
            self.assertIn(figure, text)
        for variant in ("cached-key", "message:1024", "cpu:liboqs"):
            self.assertIn(variant, text)

    def test_sides_of_an_interval(self):
        skewed = rate(200_000.0)
        skewed.update(ci95=[190_000.0, 202_000.0], p10=180_000.0)
        self.assertIn("200,000 −5% +1%", self.report(document(row(ops_per_s=skewed))).section("throughput"))

    def test_rows_and_figures(self):
        page = self.report(CPU, GPU)
        throughput = page.section("throughput")
        for words in ("ml-kem-768", "encaps", "cuda:0 · r1.json", "batch 65,536", "12,345,678 ±0.05%", "640,000 ±"):
            self.assertIn(words, throughput)
        self.assertIn("34.0 µJ at 420 W (nvml-energy)", page.section("energy"))
        self.assertIn("67.0% of keccak-permutations", page.section("ceilings"))
        self.assertIn("3.50G a second", page.section("ceilings"))
        for words in ("x25519", "28,000", "post-quantum", "conventional"):
            self.assertIn(words, page.section("conventional"))
        published = page.section("published")
        for words in ("NVIDIA GeForce RTX 4090", "8,767,379", "1.41", "batch 65,536", "round-3 Kyber"):
            self.assertIn(words, published)
        self.assertEqual(len(page.all("section")), 10)
        for words in ("Example GPU", "9.0", "80.0 GiB", "driver 570.1", "0123456789ab", "Example OS 1"):
            self.assertIn(words, page.section("machines"))
        rows = page.section("rows")
        self.assertIn("8 rows", rows)
        self.assertIn("12,345,678", rows)
        # The best bar is as long as can be, the others in proportion.
        widths = [float(re.search(r"width:([\d.]+)%", bar[1]["style"])[1]) for bar in page.all("span", class_="bar")]
        self.assertEqual(widths[:3], [5.18, 100.0, 5.18])

    def test_latency_charts(self):
        page = self.report(CPU, GPU)
        charts = [chart for chart in page.charts() if chart["x"]["log"]]
        self.assertEqual(len(charts), 2)
        for chart in charts:
            self.assertTrue(chart["y"]["log"])
            self.assertEqual([line["name"] for line in chart["lines"]], ["cpu:avx512 · r0.json"])
            self.assertEqual(chart["lines"][0]["x"], [1, 8, 64])
            self.assertEqual([round(y, 6) for y in chart["lines"][0]["y"]], [100.0] * 3)
        drawings = page.all("svg")
        self.assertEqual(len(drawings), 3)
        self.assertEqual(len(page.all("path", class_="line")), 2 + 3)
        self.assertNotIn("nan", self.html.split("<script>")[0].lower())

    def test_series_are_relative_to_idle(self):
        page = self.report(GPU)
        chart = page.charts()[0]
        lines = {line["name"]: line["y"] for line in chart["lines"]}
        self.assertEqual(lines, {"power / idle": [1, 5, None], "utilisation / 100%": [0, 0.5, 1],
                                 "clock / idle": [1, 5, 4]})
        self.assertEqual(chart["bands"], [{"from": 0.05, "to": 0.2,
                                           "name": "ml-kem-768/encaps/cuda:0/threads:1/batch:65536"}])
        series = page.section("series")
        for words in ("70.0 W", "350 W", "1,725 MHz", "not readable", "36.0 °C"):
            self.assertIn(words, series)

    def test_what_is_missing_is_said(self):
        page = self.report(document(row()))
        self.assertIn("No case of the files has more than one batch size", page.section("latency"))
        self.assertIn("No row has its energy", page.section("energy"))
        self.assertIn("no readings", page.section("series"))
        self.assertIn("no conventional algorithms", page.section("conventional"))
        self.assertIn("No published figure", self.report(document(row(scheme="other"))).section("published"))
        self.assertIn("The files have no rows", self.report(document()).section("throughput"))
        self.assertIn("No row has a ceiling", self.report(document(row(ceiling=None))).section("ceilings"))

    def test_wrong_outputs_and_broken_measurements_are_said(self):
        bad = document(row(verified=False), complete=False, failures=["ml-kem-768 encaps: item 3 is wrong"])
        page = self.report(bad)
        warnings = [element[2] for element in page.all("p", class_="warning")]
        self.assertEqual(len(warnings), 2)
        self.assertIn("Outputs of 1 row were wrong", warnings[0])
        self.assertIn("NOT VERIFIED", page.section("throughput"))
        self.assertIn("item 3 is wrong", page.section("files"))
        self.assertEqual(self.report(document(row())).all("p", class_="warning"), [])

    def test_the_files_are_inside(self):
        page = self.report(CPU, GPU)
        self.assertEqual(page.downloads(), {"r0.json": text(CPU).encode(), "r1.json": text(GPU).encode()})

    def test_title_and_machine_form(self):
        self.write("a.json", text(CPU))
        result = self.run_json("report", "a.json", "-o", "page.html", "--title", "A <b> & c")
        self.assertEqual((result["schema"], result["output"], result["charts"]), ("pqlane-report/1", "page.html", "uplot"))
        self.assertEqual(result["bytes"], len(self.read("page.html")))
        self.assertEqual(result["files"], [{"file": "a.json", "rows": 7, "series": 0, "complete": True}])
        page = Page(self.read("page.html").decode())
        self.assertEqual((page.all("title")[0][2], page.all("h1")[0][2]), ("A <b> & c", "A <b> & c"))
        self.assertEqual(self.run_cli("report", "a.json", "-o", "-", "--title", "A <b> & c"), self.read("page.html"))

    def test_a_real_file(self):
        self.run_cli("bench", "--seconds", "0.02", "--scheme", "ml-kem-512", "--batch", "1,9", "--json", "a.json",
                     "--quiet")
        self.run_cli("report", "a.json", "-o", "page.html")
        page = Page(self.read("page.html").decode())
        self.assertGreaterEqual(len(page.charts()), 3)
        self.assertEqual(page.downloads()["a.json"], self.read("a.json"))


class Alone(Report):
    def test_nothing_is_fetched(self):
        page = self.report(CPU, GPU)
        for tag, attributes, _ in page.elements:
            self.assertNotIn(tag, ("link", "img", "iframe", "object", "embed", "base", "form"))
            self.assertNotIn("src", attributes)
            for name in attributes:
                self.assertFalse(name.startswith("on"), (tag, attributes))
            if "href" in attributes:
                self.assertRegex(attributes["href"], r"\A(#[a-z]+|data:application/json;base64,[A-Za-z0-9+/=]+)\Z")
        style = page.all("style")[0][2]
        self.assertNotIn("url(", style)
        self.assertNotIn("@import", style)
        for words in ("prefers-color-scheme: dark", "width=device-width"):
            self.assertIn(words, self.html)

    def test_only_known_scripts_may_run(self):
        page = self.report(CPU)
        policy = page.all("meta", **{"http-equiv": "Content-Security-Policy"})[0][1]["content"]
        self.assertIn("default-src 'none'", policy)
        scripts = page.scripts()
        self.assertEqual(len(scripts), 2)
        hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
        self.assertEqual(re.findall(r"'sha256-([^']+)'", policy), hashes)
        self.assertNotIn("unsafe-inline", policy.split("script-src")[1])
        self.assertIn("Permission is hereby granted", page.all("footer")[0][2])

    def test_without_scripts(self):
        page = self.report(CPU, arguments=("--no-scripts",))
        self.assertEqual(page.scripts(), [])
        self.assertIn("script-src 'none'", self.html)
        self.assertIn("static charts", page.all("footer")[0][2])
        self.assertEqual(len(page.all("svg")), 2)
        self.assertNotIn("uPlot", self.html)

    def test_hostile_names_stay_text(self):
        bad = document(*[row(scheme=HOSTILE, device=HOSTILE, batch=batch, energy={
            "joules_per_op": 1.0, "average_watts": 1.0, "source": HOSTILE}, ceiling={
                "resource": HOSTILE, "ops_per_s": 1.0, "share": 0.5}) for batch in (1, 2)],
            machine=machine(cpu=HOSTILE, isa=HOSTILE, os=HOSTILE, compiler=HOSTILE, flags=HOSTILE, commit=HOSTILE,
                            devices=[{"name": HOSTILE, "compute_capability": HOSTILE, "memory_bytes": 1,
                                      "driver": HOSTILE}]),
            failures=[HOSTILE], series=[{**copy.deepcopy(SERIES), "device": HOSTILE, "source": HOSTILE}],
            ceilings=[{"device": HOSTILE, "resource": HOSTILE, "per_s": rate(1.0), "samples": 1}])
        good = changed(bad, lambda d: None)
        page = self.report(bad, arguments=("--title", HOSTILE.replace("\x01", "?")))
        plain = Page(self.html.replace("\x01", "?"))
        self.assertEqual(len(page.scripts()), 2)
        self.assertEqual(page.all("img"), [])
        shown = HOSTILE.replace("\x01", "?")
        for name in ("throughput", "energy", "ceilings", "series", "machines", "files", "rows"):
            self.assertIn(shown, plain.section(name), name)
        self.assertEqual(plain.all("h1")[0][2], shown)
        self.assertIn(HOSTILE, page.charts()[0]["lines"][0]["name"])
        self.assertEqual(json.loads(page.downloads()["r0.json"]), good)

    def test_hostile_file_names(self):
        name = "a<b>&\"'.json"
        self.write(name, text(CPU))
        self.run_cli("report", name, name, "-o", "page.html")
        page = Page(self.read("page.html").decode())
        self.assertEqual(list(page.downloads()), [name, f"{name} (2).json"])


class Refused(Report):
    def test_usage(self):
        self.write("a.json", text(CPU))
        for arguments, words in (((), ("FILES is required",)), (("a.json", "-o", "a.json"), ("-o", "a.json")),
                                 (("a.json", "-o", "./a.json"), ("-o", "a.json")),
                                 (("a.json", "-o", "p", "--json", "p"), ("--json", "-o")),
                                 (("a.json", "-o", ""), ("-o",)), (("-", "-"), ("stdin",)),
                                 (("a.json", "--unknown"), ("--unknown",))):
            with self.subTest(arguments=arguments):
                self.refuse("report", *arguments, status=2, words=words)
        self.assertEqual(self.names(), ["a.json"])

    def test_bad_files_leave_nothing(self):
        self.write("a.json", text(CPU))
        self.write("b.json", text(CPU)[:-9])
        self.write("c.json", text({**CPU, "schema": "pqlane-bench/9"}))
        self.write("page.html", "as before")
        self.refuse("report", "a.json", "b.json", "-o", "page.html", status=1, words=("b.json", "malformed JSON"))
        self.refuse("report", "c.json", "-o", "page.html", status=1, words=("c.json", "schema", "another version"))
        self.refuse("report", "d.json", "-o", "page.html", status=1, words=("d.json",))
        self.refuse("report", "a.json", "-o", "no/page.html", status=1, words=("no/page.html",))
        self.assertEqual(self.read("page.html"), b"as before")
        self.assertEqual(self.names(), ["a.json", "b.json", "c.json", "page.html"])


if __name__ == "__main__":
    unittest.main()
