"""pqlane vectors: every format, made by the tests with the independent ML-KEM of oracle.py."""

import gzip
import json
import lzma
import os
import re
import unittest
from pathlib import Path

import oracle
from support import CliTest, fixed_bytes

NAME = "ML-KEM-512"


def key(i=0, name=NAME):
    return oracle.keygen(name, fixed_bytes(32, 2 * i), fixed_bytes(32, 2 * i + 1))


def seed(i=0):
    return fixed_bytes(32, 2 * i) + fixed_bytes(32, 2 * i + 1)


def flip(text, at=0):
    """The hexadecimal text with one digit changed."""
    return text[:at] + f"{int(text[at], 16) ^ 1:x}" + text[at + 1:]


def acvp_file():
    ek, dk = key()
    k, c = oracle.encaps(NAME, ek, fixed_bytes(32, 90))
    groups = [
        {"tgId": 1, "parameterSet": NAME, "function": "encapsulation",
         "tests": [{"tcId": 1, "ek": ek.hex(), "m": fixed_bytes(32, 90).hex(), "c": c.hex(), "k": k.hex()}]},
        {"tgId": 2, "parameterSet": NAME, "function": "decapsulation", "dk": dk.hex(),
         "tests": [{"tcId": 2, "c": c.hex(), "k": k.hex()}]},
        {"tgId": 3, "parameterSet": NAME, "function": "encapsulationKeyCheck",
         "tests": [{"tcId": 3, "ek": ek.hex(), "testPassed": True},
                   {"tcId": 4, "ek": "ffffff" + ek.hex()[6:], "testPassed": False}]},
        {"tgId": 4, "parameterSet": NAME, "function": "decapsulationKeyCheck",
         "tests": [{"tcId": 5, "dk": dk.hex(), "testPassed": True},
                   {"tcId": 6, "dk": dk.hex()[:-2], "testPassed": False}]},
    ]
    return {"vsId": 1, "algorithm": "ML-KEM", "mode": "encapDecap", "revision": "FIPS203", "testGroups": groups}


def wycheproof_file():
    ek, dk = key()
    k, c = oracle.encaps(NAME, ek, fixed_bytes(32, 90))
    bad_hash = dk[:-64] + bytes(32) + dk[-32:]
    groups = [
        {"type": "MLKEMKeyGen", "parameterSet": NAME,
         "tests": [{"tcId": 1, "seed": seed().hex(), "ek": ek.hex(), "dk": dk.hex(), "result": "valid"}]},
        {"type": "MLKEMTest", "parameterSet": NAME,
         "tests": [{"tcId": 2, "seed": seed().hex(), "ek": ek.hex(), "c": c.hex(), "K": k.hex(), "result": "valid"},
                   {"tcId": 3, "seed": seed().hex()[:-2], "c": c.hex(), "K": "", "result": "invalid"},
                   {"tcId": 4, "seed": seed().hex(), "ek": ek.hex(), "c": c.hex() + "00", "K": "",
                    "result": "invalid"}]},
        {"type": "MLKEMEncapsTest", "parameterSet": NAME,
         "tests": [{"tcId": 5, "ek": ek.hex(), "m": fixed_bytes(32, 90).hex(), "c": c.hex(), "K": k.hex(),
                    "result": "valid"},
                   {"tcId": 6, "ek": "ffffff" + ek.hex()[6:], "m": "00" * 32, "c": "", "K": "", "result": "invalid"}]},
        {"type": "MLKEMDecapsValidationTest", "parameterSet": NAME,
         "tests": [{"tcId": 7, "dk": dk.hex(), "c": c.hex(), "K": k.hex(), "result": "valid"},
                   {"tcId": 8, "dk": bad_hash.hex(), "c": c.hex(), "result": "invalid"}]},
    ]
    return {"algorithm": "ML-KEM", "schema": "mlkem_test_schema.json", "numberOfTests": 8, "testGroups": groups}


def rsp_record(count):
    drbg_seed = fixed_bytes(48, 70 + count)
    drbg = oracle.Drbg(drbg_seed)
    draw = drbg.draw(64)
    ek, dk = oracle.keygen(NAME, draw[:32], draw[32:])
    ss, ct = oracle.encaps(NAME, ek, drbg.draw(32))
    fields = {"count": str(count), "seed": drbg_seed.hex(), "pk": ek.hex(), "sk": dk.hex(), "ct": ct.hex(),
              "ss": ss.hex()}
    return "".join(f"{name} = {value.upper()}\n" for name, value in fields.items())


def rsp_file(header=f"# {NAME}\n\n"):
    return header + rsp_record(0) + "\n" + rsp_record(3)


def cctv_file():
    ek, dk = key()
    m = fixed_bytes(32, 90)
    k, c = oracle.encaps(NAME, ek, m)
    return (f"d = {fixed_bytes(32).hex()}\n\nA[0, 0] = {{1, 2, 3}}\nρ = 00\nek = {ek.hex()}\ndk = {dk.hex()}\n"
            f"dkPKE = NTT(s) = 17\nm = {m.hex()}\nK = {k.hex()}\nc = {c.hex()}\n")


class Vectors(CliTest):
    def counts(self, *arguments, status=0):
        """(passed, failed, skipped) of the closing line."""
        lines = self.run_cli("vectors", *arguments, status=status).decode().splitlines()
        match = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", lines[-1])
        self.assertIsNotNone(match, lines)
        return tuple(map(int, match.groups()))

    def check(self, text, passed, skipped=0, more=()):
        self.write("file", text if isinstance(text, (str, bytes)) else json.dumps(text))
        self.assertEqual(self.counts("file", *more), (passed, 0, skipped))

    def check_fails(self, text, *words, failed=1, lines=None):
        """Exactly `failed` items fail, and the first line on stderr has the words."""
        self.write("file", text if isinstance(text, (str, bytes)) else json.dumps(text))
        self.assertEqual(self.counts("file", status=1)[1], failed)
        self.assertEqual(len(self.errors), failed if lines is None else lines)
        for word in ("file", *words):
            self.assertIn(word, self.errors[0])

    def test_acvp(self):
        self.check(acvp_file(), 6)
        self.check([{"acvVersion": "1.0"}, acvp_file()], 6)

    def test_acvp_differences_are_found(self):
        for group, test, field, words in ((0, 0, "c", ["tgId 1 tcId 1", "c differs"]), (0, 0, "k", ["tcId 1", "K differs"]),
                                          (1, 0, "k", ["tgId 2 tcId 2", "K differs"])):
            data = acvp_file()
            tests = data["testGroups"][group]["tests"]
            tests[test][field] = flip(tests[test][field])
            self.check_fails(data, *words)
        for group, test in ((2, 0), (2, 1), (3, 0), (3, 1)):
            data = acvp_file()
            item = data["testGroups"][group]["tests"][test]
            item["testPassed"] = not item["testPassed"]
            self.check_fails(data, f"tcId {item['tcId']}", "accepted" if not test else "refused")

    def test_acvp_keygen(self):
        ek, dk = key()
        test = {"tcId": 1, "d": seed()[:32].hex(), "z": seed()[32:].hex(), "ek": ek.hex(), "dk": dk.hex()}
        data = {"vsId": 1, "algorithm": "ML-KEM", "mode": "keyGen",
                "testGroups": [{"tgId": 1, "parameterSet": NAME, "tests": [test]}]}
        self.check(data, 1)
        test["dk"] = flip(test["dk"], 3000)
        self.check_fails(data, "tcId 1", "dk differs at byte 1500")

    def test_acvp_prompt_has_nothing_to_check(self):
        data = acvp_file()
        for group in data["testGroups"]:
            for test in group["tests"]:
                for name in ("c" if group["tgId"] == 1 else "", "k", "testPassed"):
                    test.pop(name, None)
        self.write("file", json.dumps(data))
        self.assertEqual(self.counts("file", status=1), (0, 0, 6))
        self.assertIn("no item was run", self.errors[0])

    def test_wycheproof(self):
        self.check(wycheproof_file(), 8)

    def test_wycheproof_differences_are_found(self):
        for group, test, field in ((0, 0, "ek"), (0, 0, "dk"), (1, 0, "ek"), (1, 0, "K"), (2, 0, "c"), (2, 0, "K"),
                                   (3, 0, "K")):
            data = wycheproof_file()
            item = data["testGroups"][group]["tests"][test]
            item[field] = flip(item[field])
            self.check_fails(data, f"tcId {item['tcId']}", f"{field} differs")
        for group, test in ((0, 0), (1, 0), (1, 1), (1, 2), (2, 1), (3, 1)):
            data = wycheproof_file()
            item = data["testGroups"][group]["tests"][test]
            item["result"] = "invalid" if item["result"] == "valid" else "valid"
            self.check_fails(data, f"tcId {item['tcId']}")

    def test_rsp(self):
        self.check(rsp_file(), 2)
        self.check(rsp_file().replace("\n", "\r\n"), 2)
        self.check(rsp_file(header=""), 2, more=["--scheme", "ml-kem-512"])

    def test_rsp_differences_are_found(self):
        for name, field in (("pk", "ek"), ("sk", "dk"), ("ct", "c"), ("ss", "K")):
            text = rsp_file()
            at = text.index(f"{name} = ", text.index("count = 3")) + len(name) + 3
            spoilt = text[:at + 10] + f"{int(text[at + 10], 16) ^ 1:X}" + text[at + 11:]
            self.check_fails(spoilt, "count 3", f"{field} differs at byte 5" if name != "pk" else "differs")

    def test_rsp_of_round_3_kyber_is_not_ml_kem(self):
        self.check_fails(rsp_file().replace("# ML-KEM-512", "# Kyber512"), "count 0", "to count 3", "(2 items)",
                         "differs", failed=2, lines=1)

    def test_rsp_of_another_scheme_is_skipped(self):
        self.write("file", rsp_file().replace("# ML-KEM-512", "# HQC-1"))
        self.assertEqual(self.counts("file", status=1), (0, 0, 2))
        self.assertIn(b"HQC-1", self.stdout)

    def test_cctv(self):
        self.check(cctv_file(), 2, skipped=1)
        self.assertIn(b"2023 draft", self.stdout)
        only_decaps = "".join(line + "\n" for line in cctv_file().splitlines() if line[:4] in ("dk =", "c = ", "K = "))
        self.check(only_decaps, 1)
        text = cctv_file()
        at = text.index("\nK = ") + 5
        self.check_fails(text[:at] + f"{int(text[at], 16) ^ 1:x}" + text[at + 1:], "Encaps", "K differs", failed=2)

    def test_cctv_key_list(self):
        ek = key()[0].hex()
        bad = ["ffffff" + ek[6:], ek[:600] + "ffffff" + ek[606:]]
        self.check("\n".join(bad) + "\n", 2)
        self.check_fails("\n".join([bad[0], ek]) + "\n", "line 2", "accepted")
        self.check_fails("\n".join([bad[0], bad[1][:-2]]) + "\n", "line 2", "799 bytes")

    def test_compressed_and_stdin(self):
        self.check(lzma.compress(rsp_file().encode()), 2)
        self.check(gzip.compress(json.dumps(acvp_file()).encode()), 6)
        self.run_cli("vectors", "-", stdin=rsp_file().encode())
        self.assertTrue(self.stdout.endswith(b"2 passed, 0 failed, 0 skipped\n"))

    def test_scheme_keeps_to_its_groups(self):
        data = acvp_file()
        ek = key(0, "ML-KEM-768")[0]
        data["testGroups"].append({"tgId": 9, "parameterSet": "ML-KEM-768", "function": "encapsulationKeyCheck",
                                   "tests": [{"tcId": 9, "ek": ek.hex(), "testPassed": True}]})
        self.check(data, 7)
        self.check(data, 1, skipped=6, more=["--scheme", "ml-kem-768"])

    def test_several_files(self):
        self.write("one", json.dumps(acvp_file()))
        self.write("two", rsp_file())
        self.assertEqual(self.counts("one", "two"), (8, 0, 0))
        self.write("bad", "nonsense")
        self.assertEqual(self.counts("one", "bad", "two", status=1), (8, 0, 0))
        self.assertEqual(len(self.errors), 1)
        self.assertIn("bad: unknown format", self.errors[0])

    def test_json_form(self):
        data = acvp_file()
        data["testGroups"][0]["tests"][0]["k"] = "00" * 32
        self.write("file", json.dumps(data))
        self.write("cctv", cctv_file())
        report = self.run_json("vectors", "file", "cctv", "missing", "--device", "cpu:scalar", status=1)
        self.assertEqual(report["schema"], "pqlane-vectors/1")
        self.assertEqual(report["device"], "cpu:scalar")
        self.assertEqual((report["passed"], report["failed"], report["skipped"]), (7, 1, 1))
        self.assertEqual(report["unreadable_files"], 1)
        first, second, third = report["files"]
        self.assertEqual(first["failures"][0]["item"], "tgId 1 tcId 1")
        self.assertIn("K differs", first["failures"][0]["reason"])
        self.assertEqual((first["format"], second["format"], third["format"]), ("ACVP", "CCTV", None))
        self.assertEqual(list(second["skipped_by_reason"].values()), [1])
        self.assertIn("missing", third["error"])

    def test_every_usable_device(self):
        checks = self.run_json("doctor")["checks"]
        for check in checks:
            if check["name"].startswith("cpu:") and check["state"] == "ok":
                self.check(wycheproof_file(), 8, more=["--device", check["name"], "--threads", "2"])
                self.check(rsp_file(), 2, more=["--device", check["name"]])


class VectorsBadFiles(CliTest):
    def refused(self, text, *words, more=()):
        self.write("file", text)
        self.run_cli("vectors", "file", *more, status=1)
        self.assertEqual(len(self.errors), 1, self.errors)
        for word in ("file", *words):
            self.assertIn(word, self.errors[0])
        self.assertTrue(self.stdout.endswith(b"0 passed, 0 failed, 0 skipped\n"))

    def test_unknown_formats(self):
        for text in ("nonsense", "{}", "[1, 2]", '{"testGroups": []}', "a = 00\n", "00ff\n", b"\x00\x01\x02", "# only\n"):
            with self.subTest(text=text):
                self.refused(text, "unknown format", "known: ")
        self.refused("", "empty")
        self.refused(" \n\n", "empty")

    def test_malformed_files(self):
        self.refused('{"vsId": 1,', "malformed JSON", "line 1")
        self.refused("[" * 100000, "levels")
        self.refused('{"vsId": 1,\n"mode": 2, "vsId": 1}', 'the key "vsId" occurs twice', "line 2")
        self.refused("# ML-KEM-512\ncount = 0\nwhat is this\n", "line 3")
        self.refused("# ML-KEM-512\nseed = 00\ncount = 0\n", "line 2")
        self.refused("count = 0\nseed = 00\n", "--scheme")
        self.refused("dk = 00\nc = 00\nK = 00\n", "1 bytes")
        self.refused("ff" * 800 + "\n", "defines no key checks", more=["--scheme", "kyber-512"])
        self.refused("dk = 00\nc = 00\nc = 00\nK = 00\n", "line 3", "twice")

    def test_bad_records_are_failed_items(self):
        ok = rsp_record(0)
        for spoil, words in ((lambda t: t.replace("seed = ", "seed = 00"), "49 bytes"),
                             (lambda t: t.replace("pk = ", "pk = x"), "pk: "),
                             (lambda t: t[:t.index("ss = ")], "ss is missing"),
                             (lambda t: t + "ss = 00\n", "ss occurs twice"),
                             (lambda t: t[:-3] + "\n", "K has")):
            self.write("file", f"# {NAME}\n" + ok + spoil(ok.replace("count = 0", "count = 1")))
            self.run_cli("vectors", "file", status=1)
            self.assertTrue(self.stdout.endswith(b"1 passed, 1 failed, 0 skipped\n"), self.stdout)
            self.assertIn("count 1", self.errors[0])
            self.assertIn(words, self.errors[0])

    def test_use(self):
        self.refuse("vectors", status=2, words=["files"])
        self.write("file", rsp_file())
        self.refuse("vectors", "file", "--scheme", "ml-kem", status=2, words=["ml-kem"])
        self.refuse("vectors", "file", "--device", "nowhere", status=2, words=["nowhere"])


@unittest.skipUnless(os.environ.get("PQLANE_VECTORS"), "PQLANE_VECTORS does not name the vectors folder")
class PublicVectors(CliTest):
    """All ML-KEM and Kyber files of the vectors folder, with the numbers of items that they hold."""

    FILES = [
        ("acvp/ML-KEM-*", 309),
        ("wycheproof/mlkem_*", 1153),
        ("kat/kyber-round3/*", None),
        ("kat/ml-kem-nistkat/*", None),
        ("cctv/ML-KEM/*/*", 792),
    ]

    def test_all(self):
        root = Path(os.environ["PQLANE_VECTORS"])
        for pattern, expected in self.FILES:
            with self.subTest(files=pattern):
                files = sorted(root.glob(pattern))
                self.assertTrue(files, f"no {pattern} in {root}")
                report = self.run_json("vectors", *files)
                self.assertEqual(report["failed"], 0)
                for entry in report["files"]:
                    self.assertGreater(entry["passed"], 0, entry["file"])
                if expected is not None:
                    self.assertGreaterEqual(report["passed"], expected)


if __name__ == "__main__":
    unittest.main()
