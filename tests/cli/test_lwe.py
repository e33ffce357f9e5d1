"""pqlane lwe: the tables, what is refused, and the earlier run to compare with."""

import json
import unittest

from support import CliTest

WEAK = ("--allow-insecure", "--device", "cpu", "--iterations", "2")


class Lwe(CliTest):
    def test_json(self):
        for name in ("lwe-12289-aes", "lwe-65521-shake"):
            report = self.run_json("lwe", "--set", name, "--n", "32:128:x2", *WEAK)
            self.assertEqual(report["schema"], "pqlane-lwe/1")
            self.assertEqual((report["set"], report["label"], report["iterations"]), (name, "research", 2))
            rows = report["results"]
            self.assertEqual([row["n"] for row in rows], [32, 64, 128])
            for row in rows:
                self.assertEqual(row["mismatches"], 0)
                self.assertTrue(row["tampered_rejected"])
                self.assertFalse(row["secure"])
                self.assertIsNone(row["energy"])  # too short to say
                for phase in ("keygen_ms", "encaps_ms", "decaps_ms", "total_s"):
                    self.assertGreater(row[phase], 0)
            paper = [row["speed_up_over_paper_cpu"] for row in rows]
            has_figures = name == "lwe-12289-aes"
            self.assertEqual([value is not None for value in paper], [has_figures, False, has_figures])

    def test_table_names_the_estimates(self):
        table = self.run_cli("lwe", "--n", "640", "--device", "cpu", "--iterations", "1").decode()
        row = table.splitlines()[2].split()
        self.assertEqual(row[:3], ["640", "124", "2^-2169"])
        self.assertIn("research scheme", table)

    def test_paper_format(self):
        line = self.run_cli("lwe", "--n", "96", "--format", "paper", "--batch", "3", *WEAK).decode()
        n, keygen, encaps, decaps, total, mismatches = line.rstrip("\n").split(";")
        self.assertEqual((n, mismatches), ("96", "0"))
        phases = (float(keygen) + float(encaps) + float(decaps)) * 2 * 3 * 1e-6  # iterations, batch
        self.assertGreaterEqual(float(total), phases * 0.999 - 1e-6)

    def test_baseline(self):
        first = self.run_json("lwe", "--n", "32,64", *WEAK)
        first["results"] = [dict(first["results"][0], keygen_ms=1e6, encaps_ms=1, decaps_ms=1)]
        first["series"] = []
        self.write("first.json", json.dumps(first))
        rows = self.run_json("lwe", "--n", "32,64", "--baseline", "first.json", *WEAK)["results"]
        self.assertLess(rows[0]["slow_down_of_baseline"], 0.01)
        self.assertIsNone(rows[1]["slow_down_of_baseline"])
        self.refuse("lwe", "--set", "lwe-12289-shake", "--n", "32", "--baseline", "first.json", *WEAK, status=1,
                    words=["first.json", "lwe-12289-aes", "lwe-12289-shake"])
        self.write("other.json", "{}")
        self.refuse("lwe", "--n", "32", "--baseline", "other.json", *WEAK, status=1, words=["other.json"])

    def test_check_against_another_device(self):
        report = self.run_json("lwe", "--n", "32,96", "--check", "cpu:scalar", *WEAK)
        self.assertEqual(report["equal_to"], "cpu:scalar")
        self.refuse("lwe", "--n", "32", "--check", "cpu:z80", *WEAK, status=2, words=["cpu:z80"])

    def test_refusals(self):
        for n, words in (("608", ["608", "insecure", "117 bits", "--allow-insecure"]),
                         ("32768", ["32768", "2^-70"]), ("1000", ["multiples of 32"]), ("0", ["n is 0"]),
                         ("65536", ["32 to 32768"])):
            self.refuse("lwe", "--n", n, "--device", "cpu", status=2, words=["--n", *words])
        self.refuse("lwe", "--n", "640", "--set", "lwe-7", status=2, words=["lwe-7", "lwe-12289-aes"])
        self.refuse("lwe", "--n", "640", "--format", "odd", status=2, words=["odd"])
        self.refuse("lwe", "--n", "640", "--iterations", "0", status=2, words=["--iterations"])
        self.refuse("lwe", "--n", "4096", "--batch", "2", status=2, words=["--batch", "2048"])
        self.refuse("lwe", status=2, words=["--n"])


if __name__ == "__main__":
    unittest.main()
