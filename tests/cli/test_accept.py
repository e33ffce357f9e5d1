"""tools/accept: its verdicts, with a stand-in for the command line whose figures are known."""

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from support import CliTest

ACCEPT = Path(__file__).resolve().parents[2] / "tools" / "accept"

# Answers any `bench` command with rows of one rate, SCALE times the AVX-512 targets.
STAND_IN = """#!{python}
import json, os, sys
arguments = dict(zip(sys.argv[2::1], sys.argv[3::1]))
device, scale = arguments["--device"], float(os.environ["SCALE"])
if device == os.environ.get("ABSENT"):
    print("pqlane: no such device", file=sys.stderr)
    sys.exit(2)
lines = json.load(open({targets!r}))[os.environ["MILESTONE"]]["lines"]
targets = next(line["ops_per_cpu_s"] for line in lines if "ops_per_cpu_s" in line)
schemes = arguments["--scheme"].split(",") if "--scheme" in arguments else list(targets)
ops = arguments.get("--op", "keygen,encaps,decaps").split(",")
rows = []
for threads in map(int, arguments.get("--threads", "1").split(",")):
    for scheme in schemes:
        for op in ops:
            rate = scale * targets[scheme][op]
            speedup = 1 if threads == 1 else float(os.environ.get("SPEEDUP", "1.95"))
            rows.append(dict(scheme=scheme, op=op, threads=threads, verified=os.environ.get("WRONG") != op,
                             ops_per_cpu_s=dict(median=rate), ops_per_s=dict(median=rate * speedup),
                             ceiling=dict(share=float(os.environ.get("SHARE", "0.5"))),
                             memory=dict(host_peak_bytes=(100 << 20) + int(os.environ.get("EXTRA", "0")),
                                         host_peak_of="row", bench_bytes=60 << 20)))
document = dict(schema="pqlane-bench/1", machine=dict(cpu="stand-in", commit="abc"), results=rows,
                ceilings=[dict(device=device, per_cpu_s=dict(median=25e6 * scale))])
json.dump(document, open(arguments["--json"], "w"))
"""


def load_tool():
    """The tool as a module."""
    loader = importlib.machinery.SourceFileLoader("accept_tool", str(ACCEPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("accept_tool", loader))
    sys.modules["accept_tool"] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


class Accept(CliTest):
    def accept(self, status, scale=1.0, milestone="spine", **env):
        stand_in = self.path("pqlane")
        stand_in.write_text(STAND_IN.format(python=sys.executable, targets=str(ACCEPT.with_name("accept_targets.json"))))
        stand_in.chmod(0o755)
        result = subprocess.run([sys.executable, ACCEPT, milestone, "--cli", stand_in, "--out", self.path("out.json")],
                                capture_output=True, text=True, check=False, timeout=120,
                                env={**os.environ, "SCALE": str(scale), "MILESTONE": milestone, **env})
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.text = result.stdout
        self.document = json.loads(self.read("out.json"))
        by_name = {}
        for line in self.document["lines"]:
            by_name.setdefault(line["line"], []).append(line["result"])
        # Scaling needs two idle cores, which a test machine may lack.
        by_name = {name: results for name, results in by_name.items() if not name.startswith("two threads")}
        return by_name

    def test_everything_reached(self):
        results = self.accept(0)
        self.assertEqual({result for values in results.values() for result in values}, {"pass"})
        self.assertEqual([len(values) for values in results.values()], [1, 9, 9, 9, 1])
        self.assertRegex(self.text, r"\d+ passed, 0 failed, [03] skipped\n\Z")
        self.assertEqual(self.document["machine"]["commit"], "abc")
        self.assertEqual(self.document["failed"], 0)
        self.assertNotIn(str(self.folder), self.read("out.json").decode())

    def test_too_slow(self):
        results = self.accept(1, 0.9)
        self.assertEqual(results["batch throughput on AVX-512"], ["fail"] * 9)
        self.assertEqual(results["Keccak-f[1600], eight at a time"], ["fail"])
        self.assertEqual(results["batch throughput on AVX2"], ["pass"] * 9)
        self.assertEqual(self.document["failed"], 10)

    def test_share_of_the_ceiling_is_the_other_way_to_pass(self):
        self.assertEqual(self.accept(1, 0.1)["batch throughput on AVX2"], ["fail"] * 9)
        results = self.accept(1, 0.1, SHARE="0.66")
        self.assertEqual(results["batch throughput on AVX2"], ["pass"] * 9)
        self.assertEqual(results["batch of one"], ["fail"] * 9)

    def test_wrong_outputs_fail(self):
        results = self.accept(1, 2.0, WRONG="decaps")
        self.assertEqual(results["batch throughput on AVX-512"], ["pass", "pass", "fail"] * 3)

    def test_memory(self):
        self.assertEqual(list(self.accept(1, EXTRA=str(25 << 20)).values())[-1], ["fail"])

    def test_an_absent_device_is_skipped_by_name(self):
        results = self.accept(0, ABSENT="cpu:avx512")
        self.assertEqual(results["batch throughput on AVX-512"], ["skip"] * 9)
        self.assertIn("skipped: batch throughput on AVX-512: no such device", self.text)
        self.assertGreaterEqual(self.document["skipped"], 10)

    def test_signatures(self):
        """Lines that name schemes, operations and further options; those of a GPU are skipped where there is none."""
        results = self.accept(0, 1.1, "mldsa", ABSENT="cuda:0")
        self.assertEqual(results["ML-DSA on AVX-512, a key an item"], ["pass"] * 9)
        self.assertEqual(results["ML-DSA on AVX2, a key an item"], ["pass"] * 6)
        gpu = {name: values for name, values in results.items() if "AVX" not in name}
        self.assertEqual(sorted(len(values) for values in gpu.values()), [3, 6, 9, 9])
        self.assertEqual({value for values in gpu.values() for value in values}, {"skip"})
        commands = {line["command"] for line in self.document["lines"]}
        self.assertTrue(any(command.endswith("--op sign,verify --message-bytes 1Ki --seconds 1") for command in commands))
        self.assertTrue(any("--op sign --same-key" in command for command in commands))
        results = self.accept(1, 0.9, "mldsa", ABSENT="cuda:0")
        self.assertEqual(results["ML-DSA on AVX-512, a key an item"], ["fail"] * 9)
        self.assertEqual(results["ML-DSA on AVX2, a key an item"], ["pass"] * 6)

    def test_the_page_holds_the_tables_of_the_results(self):
        """docs/acceptance/README.md is what --table would write now."""
        tool = load_tool()
        folder = ACCEPT.parents[1] / "docs" / "acceptance"
        page = (folder / "README.md").read_text()
        targets = json.loads(ACCEPT.with_name("accept_targets.json").read_text())
        self.assertEqual(tool.page_with_tables(page, folder, targets), page, "run tools/accept --table")

    def test_the_table_names_what_is_missed_and_why(self):
        self.accept(1, 0.9, ABSENT="cpu:avx2")
        tool = load_tool()
        milestone = {"lines": [{"name": "batch throughput on AVX-512", "if_missed": "A reason."},
                               {"name": "Keccak-f[1600], eight at a time", "if_missed": "Unused: reached."}]}
        self.document["lines"][0]["result"] = "pass"
        text = tool.table_of(self.document, milestone)
        self.assertIn("| batch throughput on AVX-512 (ops/cpu-s) |  | 9 |  |", text)
        self.assertIn("| batch throughput on AVX-512: ml-kem-768 encaps cpu:avx512 | 360,000 | 324,000 | 90.0% |", text)
        self.assertIn("| batch throughput on AVX2 (ops/cpu-s) |  |  | 9 |", text)
        self.assertIn("* batch throughput on AVX2: not measured: no such device", text)
        self.assertIn("* batch throughput on AVX-512: A reason.", text)
        self.assertNotIn("Unused", text)

    def test_usage(self):
        def run(*arguments):
            return subprocess.run([sys.executable, ACCEPT, *arguments], capture_output=True, text=True, check=False)

        self.assertEqual(run("no-such-milestone").returncode, 2)
        self.assertEqual(run().returncode, 2)
        self.assertEqual(run("spine", "--table").returncode, 2)
        missing = run("spine", "--cli", "/nonexistent/pqlane")
        self.assertEqual(missing.returncode, 1)
        self.assertIn("/nonexistent/pqlane", missing.stderr)


if __name__ == "__main__":
    unittest.main()
