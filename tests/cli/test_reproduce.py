"""pqlane bench --reproduce: rows of a result file measured again, rows that cannot be, bad files."""

import json
import unittest
from pathlib import Path

from json_schema import problems
from result_files import changed, document, row, text
from support import CliTest

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "bench-schema.json").read_text())
SHORT = ("--seconds", "0.02")


class Reproduce(CliTest):
    def reproduce(self, value, *arguments, status=0):
        self.write("published.json", text(value))
        self.run_cli("bench", "--reproduce", "published.json", *SHORT, "--json", "here.json", *arguments, status=status)
        here = json.loads(self.read("here.json"))
        self.assertEqual(problems(here, SCHEMA, strict=True), [])
        return here

    def test_the_same_cases_again(self):
        cases = (("--op", "keygen"), ("--op", "decaps", "--checked-keys"), ("--op", "encaps", "--same-key", "--derand"))
        for arguments in cases:
            with self.subTest(arguments=arguments):
                published = self.run_json("bench", *SHORT, "--scheme", "ml-kem-512", "--device", "cpu:scalar",
                                          "--batch", "9", "--threads", "2", *arguments)
                here = self.reproduce(published)
                # What a row is, but for the figures, is the same.
                for key in ("scheme", "op", "device", "threads", "batch", "key_reuse", "includes", "check", "timing"):
                    self.assertEqual([r[key] for r in here["results"]], [r[key] for r in published["results"]], key)
                again = here["reproduced"]
                self.assertEqual(len(again["rows"]), len(published["results"]))
                self.assertEqual(again["not_run"], [])
                self.assertEqual(again["machine"], published["machine"])
                for one, was, now in zip(again["rows"], published["results"], here["results"]):
                    self.assertEqual(one["published_ops_per_s"], was["ops_per_s"]["median"])
                    self.assertEqual(one["ops_per_s"], now["ops_per_s"]["median"])

    def test_signatures_and_openssl(self):
        published = self.run_json("bench", *SHORT, "--scheme", "ml-dsa-44,ed25519", "--op", "sign,verify",
                                  "--message-bytes", "100", "--batch", "3")
        here = self.reproduce(published)
        rows = [one["row"] for one in here["reproduced"]["rows"]]
        self.assertEqual(len(rows), 4)
        self.assertEqual([r["message_bytes"] for r in here["results"]], [r["message_bytes"] for r in published["results"]])
        self.assertTrue(any(name.startswith("ed25519/sign/cpu:openssl") for name in rows), rows)

    def test_what_cannot_be_measured_is_listed(self):
        good = row(scheme="ml-kem-512", device="cpu:scalar", batch=2)
        here = self.reproduce(document(good, row(device="cuda:77"), row(scheme="other-kem"), row(op="sign"),
                                       row(timing="kernel"), row(implementation="other 1.0", device="cpu:other")))
        self.assertEqual(len(here["results"]), 1)
        reasons = {one["row"].split("/")[0] + " " + one["row"].split("/")[2]: one["why"]
                   for one in here["reproduced"]["not_run"]}
        self.assertEqual(len(here["reproduced"]["not_run"]), 5)
        self.assertIn("does not have the scheme", reasons["other-kem cpu:avx512"])
        self.assertIn("other 1.0", reasons["ml-kem-768 cpu:other"])
        self.assertIn(b"not measured here:", self.stdout)
        self.assertIn(b"here/published", self.stdout)

    def test_refused(self):
        self.write("a.json", text(document(row(device="cuda:77"))))
        self.refuse_keeping_text("bench", "--reproduce", "a.json", status=1, words=("a.json", "none of its rows"))
        self.write("b.json", text(changed(document(row()), lambda d: d["results"][0].update(batch=-1))))
        self.refuse("bench", "--reproduce", "b.json", status=1, words=("b.json", "results[0].batch"))
        self.refuse("bench", "--reproduce", "none.json", status=1, words=("none.json",))
        self.refuse("bench", "--reproduce", "a.json", "--json", "a.json", status=2, words=("--json", "a.json"))
        self.refuse("bench", "--reproduce", "a.json", "--seconds", "0", status=2, words=("--seconds",))
        for option in (("--scheme", "ml-kem-512"), ("--batch", "1"), ("--threads", "2"), ("--pin",), ("--format", "csv")):
            self.refuse("bench", "--reproduce", "a.json", *option, status=2, words=("--reproduce", option[0]))
        self.refuse("bench", "--reproduce", "", status=2, words=("--reproduce",))
        self.assertEqual(self.names(), ["a.json", "b.json"])

    def refuse_keeping_text(self, *arguments, status, words):
        """Like refuse(), where the head of the table was printed before."""
        self.run_cli(*arguments, status=status)
        self.assertEqual(len(self.errors), 1)
        for word in words:
            self.assertIn(word, self.errors[0])


if __name__ == "__main__":
    unittest.main()
