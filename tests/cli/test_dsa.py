"""keygen, sign, verify, acvp and vectors for ML-DSA, compared with an independent ML-DSA (mldsa_oracle.py)."""

import hashlib
import json
import os
import stat
import unittest
from pathlib import Path

import mldsa_oracle as oracle
import oracle as kem_oracle
from support import CliTest, fixed_bytes

# FIPS 204, table 2: pk, sk, signature.
SIZES = {"ML-DSA-44": (1312, 2560, 2420), "ML-DSA-65": (1952, 4032, 3309), "ML-DSA-87": (2592, 4896, 4627)}
NAME, SCHEME = "ML-DSA-44", "ml-dsa-44"
CONTEXT = bytes.fromhex("00c0ffee")


def xi(i=0):
    return fixed_bytes(32, 300 + i)


def key(i=0, name=NAME):
    return oracle.keygen(name, xi(i))


class DsaTest(CliTest):
    def make_keys(self, count=1, name=NAME):
        pairs = [key(i, name) for i in range(count)]
        self.write("pub", b"".join(pk for pk, _ in pairs))
        self.write("key", b"".join(sk for _, sk in pairs))
        return pairs

    def sign(self, *more, scheme=SCHEME):
        self.run_cli("sign", "--scheme", scheme, "--key", "key", "--sig", "sig", *more)
        return self.read("sig")

    def verify(self, *more, scheme=SCHEME, status=0):
        return self.run_cli("verify", "--scheme", scheme, "--pub", "pub", "--sig", "sig", *more, status=status)


class SignAndVerify(DsaTest):
    def test_keygen_of_every_set(self):
        self.write("seeds", xi(0) + xi(1))
        for name in SIZES:
            with self.subTest(name=name):
                self.run_cli("keygen", "--scheme", name.lower(), "--seed-file", "seeds", "--pub", "pub", "--key", "key")
                pairs = [key(i, name) for i in range(2)]
                self.assertEqual(self.read("pub"), pairs[0][0] + pairs[1][0])
                self.assertEqual(self.read("key"), pairs[0][1] + pairs[1][1])
        self.run_cli("keygen", "--scheme", SCHEME, "--seed-file", "seeds", "--pub", "pub", "--key", "key", "--key-form",
                     "seed")
        self.assertEqual(self.read("key"), xi(0) + xi(1))
        self.assertEqual(stat.S_IMODE(self.path("key").stat().st_mode), 0o600)

    def test_deterministic_signatures_are_those_of_the_standard(self):
        for name, (_, _, sig_bytes) in SIZES.items():
            with self.subTest(name=name):
                pairs = self.make_keys(2, name)
                messages = [b"", b"a longer message" * 50]
                for i, message in enumerate(messages):
                    self.write(f"m{i}", message)
                more = ("--msg", "m0", "m1", "--context", CONTEXT.hex())
                sig = self.sign(*more, "--deterministic", scheme=name.lower())
                expected = [oracle.sign(name, sk, oracle.formatted(m, CONTEXT)) for (_, sk), m in zip(pairs, messages)]
                self.assertEqual(sig, b"".join(expected))
                self.assertEqual(len(sig), 2 * sig_bytes)
                self.verify(*more, scheme=name.lower())

    def test_hedged_signatures(self):
        pk, _ = self.make_keys()[0]
        self.write("m", b"text")
        first, second = self.sign("--msg", "m"), self.sign("--msg", "m")
        self.assertNotEqual(first, second)
        for sig in (first, second):
            self.assertTrue(oracle.verify(NAME, pk, oracle.formatted(b"text"), sig))

    def test_every_hash_function(self):
        _, sk = self.make_keys()[0]
        self.write("m", b"text")
        for name in oracle.HASHES:
            with self.subTest(hash=name):
                more = ("--msg", "m", "--prehash", name.lower(), "--context", CONTEXT.hex())
                sig = self.sign(*more, "--deterministic")
                self.assertEqual(sig, oracle.sign(NAME, sk, oracle.formatted(b"text", CONTEXT, name)))
                self.verify(*more)
        self.verify("--msg", "m", "--context", CONTEXT.hex(), status=1)

    def test_records_and_one_key_for_all(self):
        records = fixed_bytes(40 * 24)
        self.write("m", records)
        pk, sk = self.make_keys()[0]
        for form, data in (("expanded", sk), ("seed", xi(0))):
            with self.subTest(form=form):
                self.write("key", data)
                sig = self.sign("--msg-file", "m", "--msg-size", "24", "--deterministic")
                self.assertEqual(len(sig), 40 * 2420)
                self.assertEqual(sig[7 * 2420:8 * 2420], oracle.sign(NAME, sk, oracle.formatted(records[168:192])))
                self.verify("--msg-file", "m", "--msg-size", "24")
        # 40 keys: the number of messages tells seeds from expanded keys.
        self.write("key", b"".join(xi(i) for i in range(40)))
        self.write("pub", b"".join(key(i)[0] for i in range(40)))
        self.sign("--msg-file", "m", "--msg-size", "24")
        self.verify("--msg-file", "m", "--msg-size", "24")

    def test_more_items_than_a_chunk(self):
        count = (1 << 14) + 5
        self.write("m", fixed_bytes(4096) * 4 + b"12345")
        self.make_keys()
        self.sign("--msg-file", "m", "--msg-size", "1")
        self.assertEqual(len(self.read("sig")), count * 2420)
        self.verify("--msg-file", "m", "--msg-size", "1")

    def test_what_is_not_valid_is_named(self):
        self.make_keys(3)
        for i in range(3):
            self.write(f"m{i}", f"message {i}")
        more = ("--msg", "m0", "m1", "m2")
        sig = bytearray(self.sign(*more))
        sig[2420 + 700] ^= 4
        self.write("sig", bytes(sig))
        self.verify(*more, status=1)
        self.assertEqual(self.errors, ["pqlane: sig: item 1 (m1): the signature is not valid"])
        self.assertIn(b"1 failed", self.stdout)
        report = self.run_json("verify", "--scheme", SCHEME, "--pub", "pub", "--sig", "sig", *more, status=1)
        self.assertEqual((report["command"], report["count"], report["failed"]), ("verify", 3, 1))
        self.assertEqual([(item["index"], item["status"]) for item in report["items"]], [(1, 35)])
        self.verify("--msg", "m0", "m2", "m1", status=1)
        self.assertIn("item 1 (m2) to item 2 (m1) (2 items)", self.errors[0])
        self.verify(*more, "--context", "00", status=1)
        # A hint that is out of order, and a key that is another.
        self.write("sig", bytes(sig[:2420 - 4]) + b"\xff" * 4 + bytes(sig[2420:]))
        self.verify(*more, status=1)
        self.assertIn("item 0 (m0) to item 1 (m1)", self.errors[0])

    def test_a_bad_key_spoils_its_item_alone(self):
        _, good = self.make_keys(2)[1]
        bad = bytearray(key()[1])
        bad[128] = 0xFF  # two coefficients of s1 are 7, and 4 is the most
        self.write("key", bytes(bad) + good)
        self.write("m", b"ab")
        self.run_cli("sign", "--scheme", SCHEME, "--key", "key", "--sig", "sig", "--msg-file", "m", "--msg-size", "1",
                     "--deterministic", status=1)
        self.assertEqual(len(self.errors), 1)
        self.assertTrue(self.errors[0].startswith("pqlane: key: item 0: s1 or s2"), self.errors[0])
        self.assertEqual(self.read("sig"), bytes(2420) + oracle.sign(NAME, good, oracle.formatted(b"b")))
        self.path("sig").unlink()
        self.write("key", bytes(bad))
        # One key for all of them: every signature is a zero record, and the key is named once.
        self.run_cli("sign", "--scheme", SCHEME, "--key", "key", "--sig", "sig", "--msg-file", "m", "--msg-size", "1",
                     "--json", "out.json", status=1)
        self.assertEqual(len(self.errors), 1)
        self.assertTrue(self.errors[0].startswith("pqlane: key: item 0: s1 or s2"), self.errors[0])
        self.assertEqual(self.read("sig"), bytes(2 * 2420))
        report = json.loads(self.read("out.json"))
        self.assertEqual((report["count"], report["failed"]), (2, 2))
        self.assertEqual([(item["index"], item["status"]) for item in report["items"]], [(0, 37), (1, 37)])

    def test_one_expanded_key_is_one_key_for_80_messages(self):
        self.make_keys()
        self.write("m", fixed_bytes(80))
        records = ("--msg-file", "m", "--msg-size", "1")
        self.sign(*records)
        self.verify(*records)
        self.write("key", b"".join(xi(i) for i in range(80)))
        self.run_cli("sign", "--scheme", SCHEME, "--key", "key", "--sig", "sig", *records, status=1)
        self.assertIn("key: item 0: s1 or s2", self.errors[0])
        self.sign(*records, "--key-form", "seed")
        self.write("pub", b"".join(key(i)[0] for i in range(80)))
        self.verify(*records)

    def test_no_message_proves_nothing(self):
        self.make_keys()
        for name in ("none", "sig"):
            self.write(name, b"")
        self.run_cli("verify", "--scheme", SCHEME, "--pub", "pub", "--sig", "sig", "--msg-file", "none", "--msg-size", "1",
                     "--json", "out.json", status=1)
        self.assertEqual(self.errors, ["pqlane: none: no message was verified: nothing is proved"])
        self.assertEqual(json.loads(self.read("out.json"))["count"], 0)

    def test_pipes_and_devices(self):
        self.make_keys()
        sig = self.run_cli("sign", "--scheme", SCHEME, "--key", "key", "--msg", "-", "--sig", "-", stdin=b"text")
        self.write("m", b"text")
        self.run_cli("verify", "--scheme", SCHEME, "--pub", "pub", "--msg", "m", "--sig", "-", stdin=sig)
        results = set()
        for check in self.run_json("doctor")["checks"]:
            if check["name"].startswith("cpu:") and check["state"] == "ok":
                results.add(self.sign("--msg", "m", "--deterministic", "--device", check["name"]))
        self.assertEqual(len(results), 1)


class BadInput(DsaTest):
    def test_usage(self):
        self.make_keys()
        self.write("m", b"text")
        sign = ("sign", "--scheme", SCHEME, "--key", "key", "--sig", "sig")
        for more, words in (((), ("--msg FILE",)),
                            (("--msg", "m", "--msg-file", "m", "--msg-size", "4"), ("--msg FILE",)),
                            (("--msg-file", "m"), ("--msg-size",)),
                            (("--msg-file", "m", "--msg-size", "0"), ("--msg-size", "0")),
                            (("--msg", "m", "--context", "0"), ("--context", "odd")),
                            (("--msg", "m", "--context", "zz"), ("--context", "position 0")),
                            (("--msg", "m", "--context", "00" * 256), ("--context", "256 bytes", "255")),
                            (("--msg", "m", "--prehash", "MD5"), ("--prehash", "MD5", "SHA2-256", "SHAKE-128")),
                            (("--msg", "m", "--prehash", ""), ("--prehash", "''", "SHA2-256")),
                            (("--msg", "m", "--key-form", "pem"), ("--key-form", "pem")),
                            (("--msg", "sig"), ("--msg", "--sig", "same file"))):
            with self.subTest(more=more):
                self.refuse(*sign, *more, status=2, words=words)
        self.refuse("sign", "--scheme", "ml-kem-512", "--key", "key", "--sig", "sig", "--msg", "m", status=2,
                    words=["ml-kem-512", "no signature scheme", "ml-dsa-87"])
        self.refuse("encaps", "--scheme", SCHEME, "--pub", "pub", "--ct", "ct", "--ss", "ss", status=2,
                    words=["ml-dsa-44", "no KEM", "ml-kem-512"])
        self.assertEqual(self.names(), ["key", "m", "pub"])
        self.run_cli("sign", "--scheme", SCHEME, "--key", "key", "--sig", "sig", "--msg", "m", "--context", "00" * 255)
        self.verify("--msg", "m", "--context", "00" * 255)

    def test_data(self):
        self.make_keys(2)
        self.write("m", b"abc")
        self.write("sig", bytes(2 * 2420 + 1))
        records = ("--msg-file", "m", "--msg-size", "1")
        verify = ("verify", "--scheme", SCHEME, "--pub", "pub", "--sig", "sig")
        self.refuse(*verify, *records, status=1, words=["sig", "4841 bytes", "item 2 is truncated"])
        self.write("sig", bytes(3 * 2420))
        self.refuse(*verify, *records, status=1, words=["pub", "2 keys for 3 messages"])
        self.write("sig", bytes(2 * 2420))
        self.write("pub", key()[0])
        self.refuse(*verify, *records, status=1, words=["sig", "2 signatures for 3 messages"])
        self.refuse(*verify, "--msg-file", "m", "--msg-size", "2", status=1, words=["m", "item 1 is truncated"])
        self.refuse(*verify, "--msg", "m", "nothing", status=1, words=["nothing", "No such file"])
        sign = ("sign", "--scheme", SCHEME, "--key", "key", "--sig", "out")
        self.refuse(*sign, *records, status=1, words=["key", "2 keys for 3 messages"])
        self.write("key", bytes(31))
        self.refuse(*sign, "--msg", "m", status=1, words=["key", "31 bytes"])
        self.refuse(*sign[:3], "--key", "none", "--sig", "out", "--msg", "m", status=1, words=["none", "No such file"])


def vector_set(mode, *groups):
    return {"vsId": 3, "algorithm": "ML-DSA", "mode": mode, "revision": "FIPS204",
            "testGroups": [{"tgId": i, "parameterSet": NAME, **group} for i, group in enumerate(groups, 1)]}


def signing_groups():
    """sigGen groups of every kind, and the signatures."""
    pk, sk = key()
    message, mu, rnd = fixed_bytes(50, 7), fixed_bytes(64, 8), fixed_bytes(32, 9)
    external = {"deterministic": True, "signatureInterface": "external"}
    internal = {"signatureInterface": "internal"}
    base = {"sk": sk.hex(), "message": message.hex()}
    mixed = ("SHA2-256", "SHAKE-128", "SHA2-256")
    groups = [
        {**external, "preHash": "pure", "tests": [{"tcId": 1, **base, "context": "c0"}, {"tcId": 2, **base, "message": ""}]},
        {**external, "preHash": "preHash",
         "tests": [{"tcId": 3 + i, **base, "context": "", "hashAlg": name} for i, name in enumerate(mixed)]},
        {**internal, "deterministic": False, "externalMu": True,
         "tests": [{"tcId": 6, "sk": sk.hex(), "mu": mu.hex(), "rnd": rnd.hex()}]},
        {**internal, "deterministic": False, "externalMu": False, "keyFormat": "seed",
         "tests": [{"tcId": 7, "seed": xi().hex(), "message": message.hex(), "rnd": rnd.hex()}]},
    ]
    signatures = [oracle.sign(NAME, sk, oracle.formatted(message, b"\xc0")), oracle.sign(NAME, sk, oracle.formatted(b"")),
                  *(oracle.sign(NAME, sk, oracle.formatted(message, b"", name)) for name in mixed),
                  oracle.sign(NAME, sk, None, rnd, mu), oracle.sign(NAME, sk, message, rnd)]
    return groups, dict(enumerate(signatures, 1)), pk


class Acvp(DsaTest):
    def answer(self, prompt, status=0):
        self.write("prompt.json", json.dumps(prompt))
        groups = json.loads(self.run_cli("acvp", "prompt.json", status=status))["testGroups"]
        return [test for group in groups for test in group["tests"]]

    def test_keygen(self):
        pk, sk = key()
        prompt = vector_set("keyGen", {"tests": [{"tcId": 4, "seed": xi().hex()}]})
        self.assertEqual(self.answer(prompt), [{"tcId": 4, "pk": pk.hex().upper(), "sk": sk.hex().upper()}])

    def test_signatures(self):
        groups, signatures, _ = signing_groups()
        expected = [{"tcId": tc, "signature": sig.hex().upper()} for tc, sig in signatures.items()]
        self.assertEqual(self.answer(vector_set("sigGen", *groups)), expected)

    def test_verification(self):
        groups, signatures, pk = signing_groups()
        for group in groups:
            for test in group["tests"]:
                test.update(pk=pk.hex(), signature=signatures[test["tcId"]].hex())
        groups[0]["tests"][1]["message"] = "00"
        groups[1]["tests"][1]["hashAlg"] = "SHAKE-256"
        groups[2]["tests"][0]["signature"] += "00"
        answers = self.answer(vector_set("sigVer", *groups))
        self.assertEqual([test["testPassed"] for test in answers], [True, False, True, False, True, False, True])

    def test_what_cannot_be_answered(self):
        groups, signatures, _ = signing_groups()
        groups[1]["tests"][0]["hashAlg"] = "MD5"
        groups[1]["tests"][1].pop("hashAlg")
        groups[0]["tests"][0]["context"] = "00" * 256
        groups[0]["tests"][1]["sk"] = "00"
        groups[2]["tests"][0]["mu"] = "00"
        answers = self.answer(vector_set("sigGen", *groups), status=1)
        self.assertEqual(len(self.errors), 5)
        for line, words in zip(self.errors, ("255 bytes", "sk has 1 bytes, wanted 2560", "unknown hash function 'MD5'",
                                             "hashAlg is missing", "tcId 6")):
            self.assertIn(words, line)
        self.assertEqual(answers[4]["signature"], signatures[5].hex().upper())
        self.assertEqual(answers[6]["signature"], signatures[7].hex().upper())
        for change, words in (({"signatureInterface": "magic"}, "magic"), ({"preHash": "x"}, "preHash"),
                              ({"deterministic": 1}, "deterministic"), ({"parameterSet": "ML-KEM-512"}, "ML-KEM-512")):
            self.write("prompt.json", json.dumps(vector_set("sigGen", {**groups[0], **change})))
            self.run_cli("acvp", "prompt.json", status=1)
            self.assertIn(words, self.errors[0])


class Vectors(DsaTest):
    def counts(self, text, name="file", status=0):
        self.write(name, text if isinstance(text, str) else json.dumps(text))
        report = self.run_json("vectors", name, status=status)
        return report["passed"], report["failed"], report["skipped"]

    def wycheproof(self):
        pk, sk = key()
        sig = oracle.sign(NAME, sk, oracle.formatted(b"text", CONTEXT))
        test = {"tcId": 1, "msg": b"text".hex(), "ctx": CONTEXT.hex(), "sig": sig.hex(), "result": "valid"}
        refused = {**test, "tcId": 2, "ctx": "00" * 256, "sig": "", "result": "invalid"}
        mu = {"tcId": 3, "mu": "07" * 64, "sig": oracle.sign(NAME, sk, None, mu=b"\x07" * 64).hex(), "result": "valid"}
        groups = [{"type": "MlDsaSign", "privateSeed": xi().hex(), "publicKey": pk.hex(), "tests": [test, refused, mu]},
                  {"type": "MlDsaSign", "privateKey": sk.hex(), "publicKey": None, "tests": [{**test, "tcId": 4}]},
                  {"type": "MlDsaSign", "privateKey": sk.hex() + "00", "publicKey": None,
                   "tests": [{**test, "tcId": 5, "sig": "", "result": "invalid"}]},
                  {"type": "MlDsaVerify", "publicKey": pk.hex(),
                   "tests": [{**test, "tcId": 6}, {**test, "tcId": 7, "ctx": "", "result": "invalid"},
                             {**test, "tcId": 8, "sig": sig.hex()[2:], "result": "invalid"}]}]
        return {"algorithm": NAME, "schema": "x", "numberOfTests": 8, "testGroups": groups}

    def test_wycheproof(self):
        self.assertEqual(self.counts(self.wycheproof()), (8, 0, 0))
        for group in range(4):
            for number, test in enumerate(self.wycheproof()["testGroups"][group]["tests"]):
                data = self.wycheproof()
                other = "invalid" if test["result"] == "valid" else "valid"
                data["testGroups"][group]["tests"][number]["result"] = other
                self.assertEqual(self.counts(data, status=1), (7, 1, 0), test["tcId"])

    def test_acvp_and_rejection_table(self):
        groups, signatures, _ = signing_groups()
        for group in groups:
            for test in group["tests"]:
                test["signature"] = signatures[test["tcId"]].hex()
        self.assertEqual(self.counts(vector_set("sigGen", *groups)), (7, 0, 0))
        groups[2]["tests"][0]["rnd"] = "00" * 32
        self.assertEqual(self.counts(vector_set("sigGen", *groups), status=1), (6, 1, 0))
        self.assertIn("signature differs", self.errors[0])
        pk, sk = key()
        digests = {"keyHash": hashlib.sha256(pk + sk).hexdigest(),
                   "sigHash": hashlib.sha256(oracle.sign(NAME, sk, b"text")).hexdigest()}
        test = {"tcId": 1, "seed": xi().hex(), "message": b"text".hex(), **digests}
        table = {"testGroups": [{"parameterSet": NAME, "tests": [test]}]}
        self.assertEqual(self.counts(table), (1, 0, 0))
        for name in digests:
            spoilt = {"testGroups": [{"parameterSet": NAME, "tests": [{**test, name: "00" * 32}]}]}
            self.assertEqual(self.counts(spoilt, status=1), (0, 1, 0))

    def test_records_with_xi(self):
        pk, sk = key()
        rnd = fixed_bytes(32, 77)
        kinds = {"det_pure": (bytes(32), oracle.formatted(b"text", CONTEXT)), "hedged_raw": (rnd, b"text"),
                 "hedged_hashed": (rnd, oracle.formatted(b"text", CONTEXT, "SHA2-256"))}
        for kind, (randomness, m_prime) in kinds.items():
            sig = oracle.sign(NAME, sk, m_prime, randomness)
            fields = {"count": "0", "xi": xi().hex(), "rng": rnd.hex(), "seed": "00", "pk": pk.hex(), "sk": sk.hex(),
                      "msg": b"text".hex(), "mlen": "4", "sm": (sig + b"text").hex(), "ctx": CONTEXT.hex()}
            text = "".join(f"{name} = {value}\n" for name, value in fields.items())
            self.assertEqual(self.counts(text, f"kat_MLDSA_44_{kind}.rsp"), (1, 0, 0))
            self.assertEqual(self.counts(text.replace(fields["ctx"], "00").replace(b"text".hex(), b"next".hex()),
                                         f"kat_MLDSA_44_{kind}.rsp", status=1), (0, 1, 0))
            self.assertEqual(self.counts(text.replace("mlen", "msg"), f"kat_MLDSA_44_{kind}.rsp", status=1), (0, 1, 0))
            self.write("other.rsp", text)
            self.run_cli("vectors", "other.rsp", status=1)
            self.assertIn("only the file's name tells", self.errors[0])

    def test_nist_records(self):
        drbg_seed = fixed_bytes(48, 90)
        drbg = kem_oracle.Drbg(drbg_seed)
        pk, sk = oracle.keygen(NAME, drbg.draw(32))
        sm = oracle.sign(NAME, sk, oracle.formatted(b"text"), drbg.draw(32)) + b"text"
        fields = {"count": "0", "seed": drbg_seed.hex(), "mlen": "4", "msg": b"text".hex(), "pk": pk.hex(), "sk": sk.hex(),
                  "smlen": str(len(sm)), "sm": sm.hex()}
        text = f"# {NAME}\n\n" + "".join(f"{name} = {value}\n" for name, value in fields.items())
        self.assertEqual(self.counts(text), (1, 0, 0))
        self.assertEqual(self.counts(text.replace(fields["sm"], fields["sm"][:-2] + "00"), status=1), (0, 1, 0))
        self.assertIn("sm does not end with msg", self.errors[0])

    def test_messages_of_a_benchmark_are_skipped(self):
        self.assertEqual(self.counts(["ABC", "DEF"], status=1), (0, 0, 2))

    @unittest.skipUnless(os.environ.get("PQLANE_VECTORS"), "PQLANE_VECTORS does not name the vectors folder")
    def test_public_vectors(self):
        root = Path(os.environ["PQLANE_VECTORS"])
        for pattern, expected in (("acvp/ML-DSA-*", 729), ("wycheproof/mldsa_*", 618), ("kat/ml-dsa-nistkat/*", 9),
                                  ("kat/pqc-KAT-mldsa/*", 126)):
            report = self.run_json("vectors", *sorted(root.glob(pattern)))
            self.assertEqual((report["passed"], report["failed"], report["skipped"]), (expected, 0, 0), pattern)


if __name__ == "__main__":
    unittest.main()
