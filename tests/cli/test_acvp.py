"""pqlane acvp: prompts that the tests make, answers compared with an independent ML-KEM (oracle.py)."""

import gzip
import json
import lzma
import resource
import unittest

import oracle
from support import CliTest, fixed_bytes

NAMES = list(oracle.PARAMETERS)


def upper(data):
    return data.hex().upper()


def vector_set(mode, groups, **more):
    return {"vsId": 7, "algorithm": "ML-KEM", "mode": mode, "revision": "FIPS203", "isSample": False,
            "testGroups": groups, **more}


def seeds(i):
    return fixed_bytes(32, 2 * i), fixed_bytes(32, 2 * i + 1)


def keygen_group(name, tg_id, count, first_tc=1):
    tests = []
    for i in range(count):
        d, z = seeds(i)
        tests.append({"tcId": first_tc + i, "deferred": False, "d": upper(d), "z": upper(z)})
    return {"tgId": tg_id, "testType": "AFT", "parameterSet": name, "tests": tests}


class Acvp(CliTest):
    def answer(self, prompt, status=0, *more):
        self.write("prompt.json", prompt if isinstance(prompt, (str, bytes)) else json.dumps(prompt))
        return json.loads(self.run_cli("acvp", "prompt.json", *more, status=status))

    def key(self, name, i=0):
        return oracle.keygen(name, *seeds(i))

    def test_keygen(self):
        answer = self.answer(vector_set("keyGen", [keygen_group(n, g, 3, 10 * g) for g, n in enumerate(NAMES, 1)]))
        self.assertEqual(list(answer), ["vsId", "algorithm", "mode", "revision", "testGroups"])
        self.assertEqual((answer["vsId"], answer["algorithm"], answer["mode"], answer["revision"]),
                         (7, "ML-KEM", "keyGen", "FIPS203"))
        for g, name in enumerate(NAMES, 1):
            group = answer["testGroups"][g - 1]
            self.assertEqual(group["tgId"], g)
            for i, test in enumerate(group["tests"]):
                ek, dk = self.key(name, i)
                self.assertEqual(test, {"tcId": 10 * g + i, "ek": upper(ek), "dk": upper(dk)})

    def test_nists_array_form(self):
        prompt = vector_set("keyGen", [keygen_group("ML-KEM-512", 1, 1)])
        plain = self.answer(prompt)
        self.assertEqual(self.answer([{"acvVersion": "1.0"}, prompt]), plain)

    def test_encapsulation(self):
        tests = []
        for i in range(3):
            tests.append({"tcId": i, "ek": upper(self.key("ML-KEM-768", i)[0]), "m": upper(fixed_bytes(32, 50 + i))})
        group = {"tgId": 4, "parameterSet": "ML-KEM-768", "function": "encapsulation", "tests": tests}
        answer = self.answer(vector_set("encapDecap", [group]))
        for i, test in enumerate(answer["testGroups"][0]["tests"]):
            k, c = oracle.encaps("ML-KEM-768", self.key("ML-KEM-768", i)[0], fixed_bytes(32, 50 + i))
            self.assertEqual(test, {"tcId": i, "c": upper(c), "k": upper(k)})

    def decapsulation_tests(self, name):
        """(dk, [(c, k)]): a ciphertext made for the key, and a modified one."""
        ek, dk = self.key(name)
        k, c = oracle.encaps(name, ek, fixed_bytes(32, 60))
        bad = bytes([c[0] ^ 1]) + c[1:]
        return dk, [(c, k), (bad, oracle.decaps(name, dk, bad))]

    def test_decapsulation_with_the_key_at_the_test_or_the_group(self):
        for name in NAMES:
            dk, pairs = self.decapsulation_tests(name)
            expected = [{"tcId": i, "k": upper(k)} for i, (_, k) in enumerate(pairs)]
            base = {"tgId": 1, "parameterSet": name, "function": "decapsulation"}
            at_group = {**base, "dk": upper(dk), "tests": [{"tcId": i, "c": upper(c)} for i, (c, _) in enumerate(pairs)]}
            at_test = {**base, "tests": [{"tcId": i, "dk": upper(dk), "c": upper(c)} for i, (c, _) in enumerate(pairs)]}
            for group in (at_group, at_test):
                answer = self.answer(vector_set("encapDecap", [group]))
                self.assertEqual(answer["testGroups"][0]["tests"], expected)

    def test_decapsulation_with_seeds(self):
        d, z = seeds(0)
        _, pairs = self.decapsulation_tests("ML-KEM-1024")
        tests = [{"tcId": i, "d": upper(d), "z": upper(z), "c": upper(c)} for i, (c, _) in enumerate(pairs)]
        group = {"tgId": 1, "parameterSet": "ML-KEM-1024", "function": "decapsulation", "keyFormat": "seed",
                 "tests": tests}
        answer = self.answer(vector_set("encapDecap", [group], revision="FIPS203-tr1"))
        self.assertEqual([test["k"] for test in answer["testGroups"][0]["tests"]], [upper(k) for _, k in pairs])
        self.assertEqual(answer["revision"], "FIPS203-tr1")

    def test_key_checks(self):
        ek, dk = self.key("ML-KEM-512")
        not_reduced = b"\xff\xff\xff" + ek[3:]
        bad_hash = dk[:-64] + bytes(32) + dk[-32:]
        groups = []
        for tg_id, function, field, keys in ((1, "encapsulationKeyCheck", "ek", [ek, not_reduced, ek[:-1], ek + b"\0"]),
                                             (2, "decapsulationKeyCheck", "dk", [dk, bad_hash, dk[:-1], b""])):
            groups.append({"tgId": tg_id, "parameterSet": "ML-KEM-512", "function": function,
                           "tests": [{"tcId": i, field: upper(key)} for i, key in enumerate(keys)]})
        answer = self.answer(vector_set("encapDecap", groups))
        for group in answer["testGroups"]:
            self.assertEqual(group["tests"], [{"tcId": i, "testPassed": i == 0} for i in range(4)])

    def test_expected_values_are_not_looked_at(self):
        group = keygen_group("ML-KEM-512", 1, 1)
        plain = self.answer(vector_set("keyGen", [group]))
        group["tests"][0]["ek"] = "00"
        self.assertEqual(self.answer(vector_set("keyGen", [group])), plain)

    def test_lower_case_prompt_and_empty_groups(self):
        group = keygen_group("ML-KEM-512", 1, 1)
        plain = self.answer(vector_set("keyGen", [group]))
        group["tests"][0]["d"] = group["tests"][0]["d"].lower()
        self.assertEqual(self.answer(vector_set("keyGen", [group])), plain)
        group["tests"] = []
        self.assertEqual(self.answer(vector_set("keyGen", [group]))["testGroups"], [{"tgId": 1, "tests": []}])
        self.assertEqual(self.answer(vector_set("keyGen", []))["testGroups"], [])

    def test_compressed_and_stdin(self):
        text = json.dumps(vector_set("keyGen", [keygen_group("ML-KEM-512", 1, 1)])).encode()
        plain = self.answer(text)
        self.assertEqual(self.answer(lzma.compress(text)), plain)
        self.assertEqual(self.answer(gzip.compress(text)), plain)
        self.assertEqual(json.loads(self.run_cli("acvp", "-", stdin=text)), plain)

    def test_json_file_and_terminal_form(self):
        text = json.dumps(vector_set("keyGen", [keygen_group("ML-KEM-512", 1, 2)]))
        plain = self.answer(text)
        out = self.run_cli("acvp", "prompt.json", "--json", "answer.json").decode()
        self.assertEqual(json.loads(self.read("answer.json")), plain)
        self.assertIn("2 tests in 1 groups", out)

    def test_scalar_device(self):
        text = json.dumps(vector_set("keyGen", [keygen_group("ML-KEM-768", 1, 2)]))
        self.assertEqual(self.answer(text, 0, "--device", "cpu:scalar", "--threads", "1"), self.answer(text))

    def test_a_bad_item_does_not_spoil_the_others(self):
        group = keygen_group("ML-KEM-512", 3, 5)
        group["tests"][1]["d"] = group["tests"][1]["d"][:-2]  # 31 bytes
        group["tests"][2]["z"] = "0g" + group["tests"][2]["z"][2:]
        del group["tests"][3]["d"]
        answer = self.answer(vector_set("keyGen", [group]), 1)
        tests = answer["testGroups"][0]["tests"]
        self.assertEqual([test["tcId"] for test in tests], [1, 2, 3, 4, 5])
        for i in (0, 4):
            self.assertEqual(tests[i]["ek"], upper(self.key("ML-KEM-512", i)[0]))
        for i in (1, 2, 3):
            self.assertFalse(tests[i]["testPassed"])
        self.assertEqual(len(self.errors), 3)
        for line, words in zip(self.errors, (("tcId 2", "d has 31 bytes"), ("tcId 3", "z: "), ("tcId 4", "d is missing"))):
            for word in ("prompt.json", "tgId 3", *words):
                self.assertIn(word, line)

    def test_a_bad_group_does_not_spoil_the_others(self):
        good = keygen_group("ML-KEM-512", 1, 2)
        plain = self.answer(vector_set("keyGen", [good]))["testGroups"]
        bad = [keygen_group("ML-KEM-513", 2, 1), {"tgId": 3, "parameterSet": "ML-KEM-512"},
               keygen_group("Kyber512", 4, 1), 5, {"parameterSet": "ML-KEM-512", "tests": []},
               {"tgId": 6, "parameterSet": 7, "tests": []}]
        last = keygen_group("ML-KEM-768", 9, 1)
        answer = self.answer(vector_set("keyGen", [*bad[:3], good, *bad[3:], last]), 1)
        self.assertEqual(answer["testGroups"][0], plain[0])
        self.assertEqual([group["tgId"] for group in answer["testGroups"]], [1, 9])
        self.assertEqual(answer["testGroups"][1]["tests"][0]["ek"], upper(self.key("ML-KEM-768")[0]))
        self.assertEqual(len(self.errors), len(bad))
        for line, words in zip(self.errors, (("tgId 2", "ML-KEM-513"), ("tgId 3", "tests is missing"),
                                             ("tgId 4", "Kyber512"), ("group 5", "not an object"),
                                             ("group 6", "no tgId"), ("tgId 6", "parameterSet"))):
            for word in ("prompt.json: ", *words):
                self.assertIn(word, line)
        group = {"tgId": 7, "parameterSet": "ML-KEM-512", "function": "magic", "tests": []}
        self.assertEqual(self.answer(vector_set("encapDecap", [group, {**group, "function": "encapsulation"}]), 1)
                         ["testGroups"], [{"tgId": 7, "tests": []}])

    def test_more_tests_than_a_piece(self):
        """Groups are answered in pieces of some thousands; the answers keep their order."""
        group = keygen_group("ML-KEM-512", 1, 1)
        d, z = group["tests"][0]["d"], group["tests"][0]["z"]
        group["tests"] = [{"tcId": i, "d": d, "z": z if i != 5000 else z[2:]} for i in range(9000)]
        answer = self.answer(vector_set("keyGen", [group]), 1)
        tests = answer["testGroups"][0]["tests"]
        self.assertEqual([test["tcId"] for test in tests], list(range(9000)))
        self.assertEqual({test.get("ek") for i, test in enumerate(tests) if i != 5000}, {upper(self.key("ML-KEM-512")[0])})
        self.assertFalse(tests[5000]["testPassed"])
        self.assertEqual(len(self.errors), 1)
        self.assertIn("tcId 5000", self.errors[0])

    def test_an_encapsulation_that_must_be_refused_is_named(self):
        ek = b"\xff\xff\xff" + self.key("ML-KEM-512")[0][3:]
        tests = [{"tcId": 1, "ek": upper(ek), "m": upper(bytes(32))},
                 {"tcId": 2, "ek": upper(ek[:-1]), "m": upper(bytes(32))}]
        group = {"tgId": 1, "parameterSet": "ML-KEM-512", "function": "encapsulation", "tests": tests}
        answer = self.answer(vector_set("encapDecap", [group]), 1)
        self.assertTrue(all(test["testPassed"] is False for test in answer["testGroups"][0]["tests"]))
        self.assertIn("ek has 799 bytes, wanted 800", self.errors[1])


class AcvpBadFiles(CliTest):
    def refused(self, text, *words, name="bad.json"):
        self.write(name, text if isinstance(text, (str, bytes)) else json.dumps(text))
        self.refuse("acvp", name, "--json", "out.json", status=1, words=[name, *words])
        self.assertEqual(self.names(), [name])
        self.path(name).unlink()

    def test_malformed_json(self):
        good = json.dumps(vector_set("keyGen", [keygen_group("ML-KEM-512", 1, 1)]), indent=1)
        self.refused(good[:-5], "malformed JSON", "line")
        self.refused('{\n"a": nonsense}', "malformed JSON", "line 2")
        self.refused(b'{"a": "\xff"}', "malformed JSON")
        self.refused("", "malformed JSON")
        self.refused(good + "\0", "malformed JSON", "line", "NUL")
        self.refused(good + "\0 anything", "malformed JSON", "NUL")
        self.refused(good.replace('"keyGen"', '"keyGen\\u0000"'), "mode 'keyGen?' is not supported")
        self.refused("[" * 100000, "levels")
        self.refused('{"a":' * 100000, "levels")

    def test_keys_that_occur_twice(self):
        good = json.dumps(vector_set("keyGen", [keygen_group("ML-KEM-512", 1, 1)]), indent=1)
        self.refused(good.replace('"tgId": 1,', '"tgId": 1,\n   "tgId": 2,'), 'the key "tgId" occurs twice', "line 10")
        # The same key, spelt in another way.
        self.refused('{"a": 1, "b": [{"a": 1}], "\\u0061": 2}', 'the key "a" occurs twice', "line 1, column 34")
        # Not within one object.
        self.refused('{"a": {"a": 1}, "b": [{"a": 2}, {"a": 3}]}', "is not supported")

    def test_too_large_trees(self):
        """Refused with little memory, whatever the values are."""
        most = 2_000_000
        for text in ("[" + "[]," * 20_000_000 + "[]]", '["",' + '"",' * 20_000_000 + '""]', "[{}" + ",{}" * most + "]"):
            self.write("large.json", text)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            self.refuse("acvp", "large.json", status=1, words=["large.json", f"more than {most} values", "line 1"])
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            self.assertLess(max(peak, before), 700_000, "kilobytes")
        self.path("large.json").unlink()
        self.refused({str(i): 0 for i in range(257)}, "more than 256 members")
        group = {**keygen_group("ML-KEM-512", 1, 1), "tests": [{}] * 200_001}
        self.refused(vector_set("keyGen", [group]), "more than 200000 tests")

    def test_wrong_structure(self):
        self.refused([], "testGroups")
        self.refused("17", "testGroups")
        self.refused({"algorithm": "ML-KEM", "mode": "keyGen"}, "testGroups")
        self.refused(vector_set("keyGen", {}), "testGroups")
        self.refused(vector_set("keyGen", [5]), "group")
        self.refused(vector_set("keyGen", [{"parameterSet": "ML-KEM-512", "tests": []}]), "tgId")
        self.refused(vector_set("keyGen", [{"tgId": 5, "parameterSet": "ML-KEM-512"}]), "tgId 5", "tests")

    def test_numbers_that_would_be_rounded(self):
        """The response repeats vsId, tgId and tcId."""
        def with_ids(vs_id=1, tg_id=1, tc_id=1):
            group = keygen_group("ML-KEM-512", tg_id, 1)
            group["tests"][0]["tcId"] = tc_id
            return {**vector_set("keyGen", [group]), "vsId": vs_id}

        for number in (2**64, 0.1, -2**70):
            self.refused(with_ids(vs_id=number), "vsId is not a whole number below 2^64")
            self.refused(with_ids(tg_id=number), "group 1", "tgId is not a whole number below 2^64")
            self.refused(with_ids(tc_id=number), "tgId 1", "tcId is not a whole number below 2^64")
        self.write("good.json", json.dumps(with_ids(vs_id=2**64 - 1, tg_id=2**64 - 2, tc_id="text")))
        self.assertIn(str(2**64 - 1).encode(), self.run_cli("acvp", "good.json"))

    def test_what_is_not_known(self):
        self.refused(vector_set("sigGen", []), "sigGen")
        self.refused({**vector_set("keyGen", []), "algorithm": "SLH-DSA"}, "SLH-DSA")
        self.refused(vector_set("keyGen", [keygen_group("ML-KEM-513", 2, 1)]), "tgId 2", "ML-KEM-513")
        group = {"tgId": 9, "parameterSet": "ML-KEM-512", "function": "magic", "tests": []}
        self.refused(vector_set("encapDecap", [group]), "tgId 9", "magic")

    def test_damaged_compression(self):
        packed = lzma.compress(json.dumps(vector_set("keyGen", [])).encode() * 50)
        self.refused(packed[:-20], "truncated", name="bad.xz")
        self.refused(packed[:40] + bytes(20) + packed[60:], "damaged", name="bad.xz")
        packed = gzip.compress(json.dumps(vector_set("keyGen", [])).encode() * 50)
        self.refused(packed[:-20], "truncated", name="bad.gz")
        self.refused(packed[:-4] + bytes(4), "damaged", name="bad.gz")

    def test_missing_file(self):
        self.refuse("acvp", "nothing.json", status=1, words=["nothing.json", "No such file"])
        self.refuse("acvp", status=2, words=["file"])


if __name__ == "__main__":
    unittest.main()
