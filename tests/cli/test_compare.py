"""pqlane compare: verdicts and exit status, rows that do not meet, machines, and files that are refused."""

import json
import unittest

from result_files import changed, document, machine, rate, row, text
from support import CliTest

OPS = ("keygen", "encaps", "decaps")
BASE = document(*[row(op=op, ops=300_000.0 + 1000 * i) for i, op in enumerate(OPS)])


class Compare(CliTest):
    def compare(self, a, b, *arguments, status=0):
        self.write("a.json", text(a))
        self.write("b.json", text(b))
        result = self.run_cli("compare", "a.json", "b.json", "--json", "out.json", *arguments, status=status)
        self.report = json.loads(self.read("out.json")) if "out.json" in self.names() else None
        return result.decode()

    def verdicts(self):
        return [compared["verdict"] for compared in self.report["rows"]]


class Verdicts(Compare):
    def test_a_file_is_as_fast_as_itself(self):
        table = self.compare(BASE, BASE, "--threshold", "0")
        self.assertEqual(self.verdicts(), ["same"] * 3)
        self.assertEqual([compared["ratio"] for compared in self.report["rows"]], [1, 1, 1])
        self.assertIn("3 rows compared by wall time: 0 slower, 0 faster, 3 the same", table)
        self.assertEqual(self.report["schema"], "pqlane-compare/1")

    def with_rate(self, index, value, **shape):
        return changed(BASE, lambda d: d["results"][index].update(ops_per_s=rate(value, **shape)))

    def test_a_slower_row_fails_and_is_named(self):
        self.compare(BASE, self.with_rate(1, 270_900.0), status=1)
        self.assertEqual(self.verdicts(), ["same", "slower", "same"])
        self.assertEqual(len(self.errors), 1)
        self.assertIn("ml-kem-768/encaps/cpu:avx512/threads:1/batch:4096", self.errors[0])
        self.assertAlmostEqual(self.report["rows"][1]["ratio"], 0.9, places=6)
        # The distances of 0.05% of both files add up as squares.
        low, high = self.report["rows"][1]["ratio_ci95"]
        self.assertAlmostEqual(low, 0.9 * (1 - 0.0005 * 2 ** 0.5), places=5)
        self.assertAlmostEqual(high, 0.9 * (1 + 0.0005 * 2 ** 0.5), places=5)

    def test_thresholds(self):
        slower = self.with_rate(0, 300_000.0 * 0.97)
        self.compare(BASE, slower)
        self.assertEqual(self.verdicts()[0], "same")
        self.compare(BASE, slower, "--threshold", "2.9", status=1)
        self.compare(BASE, slower, "--threshold", "3.1")
        self.compare(slower, BASE, "--threshold", "2.9")
        self.assertEqual(self.verdicts()[0], "faster")

    def test_noise_is_not_significant(self):
        # 10% less, with intervals of 12% around both.
        noisy = {"spread": 0.2, "width": 0.12}
        self.compare(self.with_rate(0, 300_000.0, **noisy), self.with_rate(0, 270_000.0, **noisy))
        self.assertEqual(self.verdicts()[0], "same")
        low, high = self.report["rows"][0]["ratio_ci95"]
        self.assertTrue(low < 0.9 < 1 < high)

    def test_cpu_time(self):
        slower = changed(BASE, lambda d: d["results"][2].update(ops_per_cpu_s=rate(200_000.0)))
        self.compare(BASE, slower)
        self.compare(BASE, slower, "--rate", "cpu", status=1)
        self.assertEqual(self.verdicts(), ["same", "same", "slower"])
        gpu = document(row(), row(device="cuda:0"))
        self.compare(gpu, gpu, "--rate", "cpu")
        self.assertEqual(self.report["without_rate"], ["ml-kem-768/encaps/cuda:0/threads:1/batch:4096"])

    def test_rows_with_wrong_outputs_fail(self):
        wrong = changed(BASE, lambda d: d["results"][0].update(verified=False))
        for a, b in ((BASE, wrong), (wrong, BASE)):
            self.compare(a, b, status=1)
            self.assertEqual(self.verdicts(), ["unverified", "same", "same"])


class Rows(Compare):
    def test_rows_of_one_file_are_listed(self):
        more = changed(BASE, lambda d: d["results"].append(row(scheme="ml-kem-512")))
        table = self.compare(more, BASE)
        self.assertEqual(self.report["only_in_a"], ["ml-kem-512/encaps/cpu:avx512/threads:1/batch:4096"])
        self.assertIn("only in A, a.json:\n  ml-kem-512/encaps", table)
        self.compare(BASE, more)
        self.assertEqual(self.report["only_in_b"], ["ml-kem-512/encaps/cpu:avx512/threads:1/batch:4096"])

    def test_what_a_row_includes_keeps_rows_apart(self):
        for change in ({"key_reuse": "one-key"}, {"threads": 2}, {"batch": 1}, {"check": "imported"},
                       {"timing": "kernel"}, {"buffers": "page-locked"}, {"pinned": True}, {"message_bytes": 1024},
                       {"includes": {"randomness": False, "key_decoding": True, "matrix": True, "copies": True}},
                       {"includes": {"randomness": True, "key_decoding": True, "matrix": False, "copies": True}},
                       {"includes": {"randomness": True, "key_decoding": False, "matrix": True, "copies": True}},
                       {"includes": {"randomness": True, "key_decoding": True, "matrix": True, "copies": False}}):
            with self.subTest(change=change):
                self.write("a.json", text(document(row())))
                self.write("b.json", text(document(row(**change))))
                self.refuse("compare", "a.json", "b.json", status=1, words=("a.json", "b.json", "no row in common"))

    def test_the_pattern(self):
        for pattern, count in (("*decaps*", 1), ("decaps", 1), ("ml-kem-768", 3), ("*/encaps/*/batch:4096", 1),
                               ("[ke]*", 2), ("batch:*", 3)):
            with self.subTest(pattern=pattern):
                self.compare(BASE, BASE, "--rows", pattern)
                self.assertEqual(len(self.report["rows"]), count)
        self.refuse("compare", "a.json", "b.json", "--rows", "sign", status=2, words=("--rows", "sign"))

    def test_a_real_file(self):
        self.run_cli("bench", "--seconds", "0.02", "--scheme", "ml-kem-512", "--batch", "1,9", "--json", "a.json",
                     "--quiet")
        self.run_cli("compare", "a.json", "a.json", "--threshold", "0")
        self.assertIn(b"6 rows compared", self.stdout)


class Machines(Compare):
    def test_other_machines_only_on_request(self):
        for change in ({"cpu": "Other CPU"}, {"cores": 4}, {"isa": "x86-64"}, {"memory_bytes": 8 << 30},
                       {"devices": [{"name": "GPU", "compute_capability": "9.0", "memory_bytes": 1, "driver": "1"}]}):
            with self.subTest(change=change):
                other = document(*BASE["results"], machine=machine(**change))
                self.write("a.json", text(BASE))
                self.write("b.json", text(other))
                self.refuse("compare", "a.json", "b.json", status=1,
                            words=("a.json", "b.json", "different machines", "--any-machine"))
                self.compare(BASE, other, "--any-machine")
                self.assertEqual(len(self.report["machine_differences"]), 1)

    def test_another_build_or_system_is_said(self):
        other = document(*BASE["results"], machine=machine(commit="ba9876543210", memory_bytes=(16 << 30) - 4096))
        self.assertIn('commit: "0123456789ab" and "ba9876543210"', self.compare(BASE, other))
        self.assertEqual(len(self.report["build_differences"]), 1)


    def test_other_versions_of_a_library_meet(self):
        def openssl(version):
            return document(row(scheme="x25519", op="agree", device="cpu:openssl", implementation=version),
                            row(scheme="x25519", op="keygen", device="cpu:openssl", implementation=version))

        self.assertIn('implementation: "OpenSSL 3.0" and "OpenSSL 3.5"',
                      self.compare(openssl("OpenSSL 3.0"), openssl("OpenSSL 3.5")))
        self.assertEqual(len(self.report["rows"]), 2)
        self.assertEqual(len(self.report["implementation_differences"]), 1)


class Published(Compare):
    def published(self, value, *arguments):
        self.write("a.json", text(value))
        return self.run_json("compare", "a.json", "--peers", *arguments)["published"]

    def test_the_best_row_of_the_same_kind_of_device(self):
        gpu = document(row(device="cuda:0", op="keygen", batch=4096, ops=1.0e6),
                       row(device="cuda:0", op="keygen", batch=65536, ops=17_967_298.0),
                       row(device="cuda:0", op="keygen", batch=1 << 20, ops=9e9, verified=False),
                       row(device="cpu:avx512", op="keygen", ops=9e8, threads=2),
                       row(device="cuda:0", op="encaps", key_reuse="one-key"))
        found = self.published(gpu)
        self.assertEqual([one["set"] for one in found], ["cupqc-rtx-4090", "cupqc-h100", "icicle-h100"])
        self.assertEqual({one["row"] for one in found}, {"ml-kem-768/keygen/cuda:0/threads:1/batch:65536"})
        # 8,983,649 is the published figure of the RTX 4090.
        self.assertAlmostEqual(found[0]["ratio"], 2.0, places=6)
        self.assertEqual(found[0]["hardware"], "NVIDIA GeForce RTX 4090")
        self.assertEqual(self.published(gpu, "--rows", "encaps"), [])

    def test_one_core(self):
        rows = [row(scheme="ml-kem-768", op="decaps", ops=203_516.0),
                row(scheme="p-256", op="agree", device="cpu:openssl", ops=24_133.0)]
        found = self.published(document(*rows))
        self.assertEqual([(one["scheme"], one["op"], round(one["ratio"], 6)) for one in found],
                         [("kyber-768", "decaps", 2.0), ("p-256", "agree", 1.0)])
        # The published scheme itself comes before the one that is near to it; more threads are no core.
        rows.append(row(scheme="kyber-768", op="decaps", ops=101_758.0))
        self.assertEqual(round(self.published(document(*rows))[0]["ratio"], 6), 1.0)
        self.assertEqual(self.published(document(row(threads=2))), [])

    def test_text(self):
        self.write("a.json", text(BASE))
        lines = self.run_cli("compare", "a.json", "--peers").decode()
        for words in ("wolfCrypt on one core of an Intel Core i7-1185G7", "150,326", "round-3 Kyber", "source:"):
            self.assertIn(words, lines)
        both = self.run_cli("compare", "a.json", "a.json", "--peers").decode()
        self.assertTrue(both.endswith(lines))
        self.assertIn("3 rows compared", both)
        self.write("b.json", text(document(row(scheme="other"))))
        self.assertIn(b"no row has a published figure", self.run_cli("compare", "b.json", "--peers"))


class Refused(Compare):
    def refuse_b(self, content, *words):
        self.write("a.json", text(BASE))
        self.write("b.json", content)
        self.refuse("compare", "a.json", "b.json", status=1, words=("b.json", *words))
        self.refuse("compare", "b.json", "a.json", "--json", "out.json", status=1, words=("b.json", *words))
        self.assertEqual(self.names(), ["a.json", "b.json"])

    def test_other_files(self):
        self.refuse_b(text({**BASE, "schema": "pqlane-bench/2"}), "schema", "another version", "pqlane-bench/1")
        self.refuse_b(text({**BASE, "schema": "other"}), "schema", "pqlane-bench/1")
        self.refuse_b(text({**BASE, "schema": 1}), "schema")
        self.refuse_b("{}", "schema")
        self.refuse_b("[]", "schema")
        self.refuse_b("", "malformed JSON")
        self.refuse_b(text(BASE)[:-200], "malformed JSON", "line")
        self.refuse_b(b"\x7fELF\0", "malformed JSON")

    def test_edited_files(self):
        def edited(*words, **changes):
            self.refuse_b(text(changed(BASE, lambda d: d["results"][1].update(changes))), "results[1]", *words)

        edited(".op", op="encrypt")
        edited(".batch", batch=0)
        edited(".batch", batch="4096")
        edited(".batch", batch=1e300)
        edited(".ops_per_s.median", ops_per_s={**rate(5.0), "median": -5})
        edited(".ops_per_s.median", ops_per_s={**rate(5.0), "median": "fast"})
        edited(".ops_per_s", "p10", ops_per_s={**rate(5.0), "p10": 6})
        edited(".ops_per_s", "median", "p90", ops_per_s={**rate(5.0), "median": 7})
        edited(".ops_per_s", "ci95", ops_per_s={**rate(5.0), "ci95": [5.0001, 5.0002]})
        edited(".ops_per_s.ci95", ops_per_s={**rate(5.0), "ci95": [4.9]})
        edited(".ops_per_cpu_s", "ci95", ops_per_cpu_s={**rate(5.0), "ci95": [1, 2]})
        edited(".latency_us", "p90", latency_us={"p50": 1, "p90": 3, "p99": 2})
        edited(".cycles_per_op", cycles_per_op=0)
        edited(".verified", verified="yes")
        edited("results[0]", op="keygen", includes=BASE["results"][0]["includes"])
        for key in ("ops_per_s", "energy", "verified", "includes"):
            self.refuse_b(text(changed(BASE, lambda d, k=key: d["results"][0].pop(k))), f"results[0].{key}", "missing")
        self.refuse_b(text(changed(BASE, lambda d: d["machine"].pop("cpu"))), "machine.cpu", "missing")
        self.refuse_b(text(changed(BASE, lambda d: d.update(results={}))), "results")
        self.refuse_b(text(changed(BASE, lambda d: d.update(series=[3]))), "series[0]")
        self.refuse_b(text(BASE).replace('"machine"', '"results": [], "machine"', 1), "twice")

    def test_edited_series(self):
        good = {"device": "cuda:0", "source": "nvml", "interval_s": 0.1, "idle": {"power_w": 70.0},
                "columns": ["t_s", "power_w"], "rows": [[0.0, 71.0], [0.1, None]],
                "spans": [{"row": 0, "from_s": 0.0, "to_s": 0.1}]}
        self.compare(changed(BASE, lambda d: d.update(series=[good])), BASE)
        self.path("out.json").unlink()
        for change in ({"rows": [[0.0]]}, {"rows": [[None, 1.0]]}, {"rows": [[1.0, 1.0], [0.5, 1.0]]},
                       {"columns": ["power_w"]}, {"spans": [{"row": 3, "from_s": 0.0, "to_s": 0.1}]},
                       {"spans": [{"row": 0}]}, {"interval_s": "often"}, {"device": None}):
            with self.subTest(change=change):
                self.refuse_b(text(changed(BASE, lambda d, c=change: d.update(series=[{**good, **c}]))), "series[0]")

    def test_usage(self):
        self.write("a.json", text(BASE))
        for arguments, words in (((), ("A is required",)), (("a.json",), ("two files", "--peers")),
                                 (("a.json", "a.json", "a.json"), ("a.json",)),
                                 (("a.json", "a.json", "--threshold", "-1"), ("--threshold",)),
                                 (("a.json", "a.json", "--threshold", "100"), ("--threshold",)),
                                 (("a.json", "a.json", "--threshold", "nan"), ("--threshold",)),
                                 (("a.json", "a.json", "--threshold", "much"), ("--threshold",)),
                                 (("a.json", "a.json", "--rate", "fast"), ("--rate", "fast")),
                                 (("a.json", "a.json", "--json", "a.json"), ("--json", "a.json")),
                                 (("-", "-"), ("stdin",)), (("a.json", "a.json", "--rows", ""), ("--rows",))):
            with self.subTest(arguments=arguments):
                self.refuse("compare", *arguments, status=2, words=words)
        self.refuse("compare", "a.json", "none.json", status=1, words=("none.json",))
        self.refuse("compare", "a.json", "a.json", "--json", "no/such.json", status=1, words=("no/such",))

    def test_stdin(self):
        self.write("a.json", text(BASE))
        self.assertIn(b"3 rows compared", self.run_cli("compare", "-", "a.json", stdin=text(BASE).encode()))


if __name__ == "__main__":
    unittest.main()
