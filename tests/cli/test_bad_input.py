"""Bad input to keygen, encaps and decaps: one clear line, the right status, and nothing spoilt."""

import json
import os
import re
import subprocess
import unittest

from support import CLI, SECRET, CliTest, fixed_bytes

NOT_CANONICAL = b"\xff\xff\xff"  # two coefficients of 4095, at least q = 3329


class BadItems(CliTest):
    """An item that fails leaves zero bytes; all others are complete."""

    def spoil(self, name, at, data):
        content = bytearray(self.read(name))
        content[at:at + len(data)] = data
        self.write(name, bytes(content))

    def test_public_key_that_is_not_canonical(self):
        self.keygen("ml-kem-768", 5)
        for item in (1, 3):
            self.spoil("pub", 1184 * item + 30, NOT_CANONICAL)
        report = self.run_json("encaps", "--scheme", "ml-kem-768", "--pub", "pub", "--ct", "ct", "--ss", "ss",
                               status=1)
        self.assertEqual(len(self.errors), 2)
        for line, item in zip(self.errors, (1, 3)):
            self.assertIn(f"pub: item {item}: ", line)
        self.assertEqual((report["count"], report["failed"]), (5, 2))
        self.assertEqual([item["index"] for item in report["items"]], [1, 3])
        self.assertTrue(all(item["status"] == 32 and item["reason"] for item in report["items"]))
        for item in (1, 3):
            self.assertEqual(self.read("ct")[1088 * item:1088 * (item + 1)], bytes(1088))
            self.assertEqual(self.read("ss")[32 * item:32 * (item + 1)], bytes(32))
        self.decaps("ml-kem-768")
        for item in (0, 2, 4):
            secret = self.read("ss")[32 * item:32 * (item + 1)]
            self.assertNotEqual(secret, bytes(32))
            self.assertEqual(self.read("ss2")[32 * item:32 * (item + 1)], secret)

    def test_private_key_whose_hash_does_not_match(self):
        self.keygen("ml-kem-768", 3)
        self.encaps("ml-kem-768")
        self.spoil("key", 2400 * 2 - 64, bytes(32))  # H(ek) of item 1
        report = self.run_json("decaps", "--scheme", "ml-kem-768", "--key", "key", "--ct", "ct", "--ss", "ss2",
                               status=1)
        self.assertEqual(len(self.errors), 1)
        self.assertIn("key: item 1: ", self.errors[0])
        self.assertEqual([(item["index"], item["status"]) for item in report["items"]], [(1, 33)])
        expected = self.read("ss")[:32] + bytes(32) + self.read("ss")[64:]
        self.assertEqual(self.read("ss2"), expected)

    def test_one_bad_key_for_all_fails_all(self):
        self.keygen("ml-kem-512", 1)
        self.encaps("ml-kem-512", "--count", 3)
        self.spoil("key", 1632 - 64, bytes(32))
        self.run_cli("decaps", "--scheme", "ml-kem-512", "--key", "key", "--ct", "ct", "--ss", "ss2", status=1)
        self.assertEqual(len(self.errors), 1)  # neighbours share a line
        self.assertIn("key: item 0 to item 2 (3 items): ", self.errors[0])
        self.assertEqual(self.read("ss2"), bytes(3 * SECRET))

    def test_very_many_failures_are_all_named_in_few_lines(self):
        self.keygen("ml-kem-512", 2000)
        keys = bytearray(self.read("pub"))
        bad = [i for i in range(2000) if i % 3 == 0 or 1000 <= i < 1500]
        for i in bad:
            keys[800 * i:800 * i + 3] = NOT_CANONICAL
        self.write("pub", bytes(keys))
        report = self.run_json("encaps", "--scheme", "ml-kem-512", "--pub", "pub", "--ct", "ct", "--ss", "ss", status=1)
        self.assertEqual([item["index"] for item in report["items"]], bad)
        self.assertLessEqual(len(self.errors), 40)
        named = []
        for line in self.errors:
            match = re.fullmatch(r"pqlane: pub: (.*): the encapsulation key .*", line)
            for part in match.group(1).split(", "):
                ends = [int(number) for number in re.findall(r"item (\d+)", part)]
                named += range(ends[0], ends[-1] + 1)
        self.assertEqual(named, bad)
        self.assertIn("item 999 to item 1500 (502 items)", "".join(self.errors))

    def test_items_keep_their_index_beyond_a_chunk(self):
        count = (1 << 14) + 2
        self.keygen("ml-kem-512", count)
        self.spoil("pub", 800 * (count - 1), NOT_CANONICAL)
        self.run_cli("encaps", "--scheme", "ml-kem-512", "--pub", "pub", "--ct", "ct", "--ss", "ss", status=1)
        self.assertEqual(len(self.errors), 1)
        self.assertIn(f"item {count - 1}: ", self.errors[0])

    def test_kyber_has_no_such_checks(self):
        self.keygen("kyber-768", 1)
        self.spoil("pub", 30, NOT_CANONICAL)
        self.encaps("kyber-768")
        self.assertNotEqual(self.read("ss"), bytes(32))


class BadFiles(CliTest):
    def setUp(self):
        super().setUp()
        self.keygen("ml-kem-768", 3)
        self.encaps("ml-kem-768")

    def encaps_refused(self, status, *words, pub="pub", ct="out.ct", ss="out.ss", more=(), stdin=b""):
        before = self.names()
        self.refuse("encaps", "--scheme", "ml-kem-768", "--pub", pub, "--ct", ct, "--ss", ss, *more, status=status,
                    words=words, stdin=stdin)
        self.assertEqual(self.names(), before)

    def decaps_refused(self, status, *words, key="key", ct="ct", more=()):
        before = self.names()
        self.refuse("decaps", "--scheme", "ml-kem-768", "--key", key, "--ct", ct, "--ss", "out.ss", *more,
                    status=status, words=words)
        self.assertEqual(self.names(), before)

    def test_truncated_public_keys(self):
        self.write("cut", self.read("pub")[:-1])
        self.encaps_refused(1, "cut", "3551 bytes", "1184", "item 2", "1183", pub="cut")

    def test_truncated_on_a_pipe(self):
        self.encaps_refused(1, "stdin", "1184", "item 2", pub="-", stdin=self.read("pub")[:-1])

    def test_wrong_scheme_for_the_file(self):
        self.refuse("encaps", "--scheme", "ml-kem-512", "--pub", "pub", "--ct", "c", "--ss", "s", status=1,
                    words=["pub", "800"])

    def test_truncated_ciphertexts(self):
        self.write("cut", self.read("ct")[:100])
        self.decaps_refused(1, "cut", "100 bytes", "1088", "item 0", ct="cut")

    def test_truncated_keys(self):
        self.write("cut", self.read("key")[:-1])
        self.decaps_refused(1, "cut", "2400", "item 2", key="cut", more=["--key-form", "expanded"])
        self.decaps_refused(1, "cut", "2400", "item 2", key="cut")

    def test_truncated_seeds(self):
        self.write("seeds", fixed_bytes(100))
        self.refuse("keygen", "--scheme", "ml-kem-768", "--seed-file", "seeds", "--pub", "p", "--key", "k", status=1,
                    words=["seeds", "100 bytes", "64", "item 1"])

    def test_missing_files(self):
        self.encaps_refused(1, "nothing", "No such file", pub="nothing")
        self.decaps_refused(1, "nothing", "No such file", key="nothing")
        self.decaps_refused(1, "nothing", "No such file", ct="nothing")

    def test_a_folder_as_file(self):
        self.path("folder").mkdir()
        self.encaps_refused(1, "folder", "directory", pub="folder")
        self.encaps_refused(1, "folder", "directory", ct="folder")

    def test_unwritable_output(self):
        self.encaps_refused(1, "none/out.ct", "No such file", ct="none/out.ct")
        self.encaps_refused(1, "none/out.ss", "No such file", ss="none/out.ss")  # and out.ct is not left

    def test_a_json_file_that_cannot_be_written_shows_before_the_work(self):
        # Nothing else is wrong with these calls, and no output is written.
        self.encaps_refused(1, "none/r.json", "No such file", more=["--json", "none/r.json"])
        self.decaps_refused(1, "none/r.json", "No such file", more=["--json", "none/r.json"])
        self.write("set.json", json.dumps({"algorithm": "ML-KEM", "mode": "keyGen", "testGroups": []}))
        before = self.names()
        for arguments in (["keygen", "--scheme", "ml-kem-512", "--pub", "p", "--key", "k"], ["acvp", "set.json"],
                          ["vectors", "set.json"], ["doctor"]):
            with self.subTest(command=arguments[0]):
                self.refuse(*arguments, "--json", "none/r.json", status=1, words=["none/r.json", "No such file"])
                self.assertEqual(self.names(), before)

    def test_long_file_names(self):
        for length in (200, 247, 249, 255):
            name = "n" * length
            self.encaps("ml-kem-768", "--json", name)
            self.assertIn(b'"failed": 0', self.read(name))
            self.path(name).unlink()
            name = "\u00e9" * (length // 2)  # 2 bytes each
            self.run_cli("encaps", "--scheme", "ml-kem-768", "--pub", "pub", "--ct", name, "--ss", "ss")
            self.assertEqual(len(self.read(name)), 3 * 1088)
            self.path(name).unlink()
        self.encaps_refused(1, "File name too long", ct="n" * 256)
        self.encaps_refused(1, "File name too long", more=["--json", "n" * 256])

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_folder_without_permission(self):
        self.path("locked").mkdir(mode=0o500)
        self.encaps_refused(1, "locked/out.ct", "Permission denied", ct="locked/out.ct")

    def test_full_disk(self):
        self.encaps_refused(1, "/dev/full", "No space left", ct="/dev/full")

    def test_an_error_leaves_old_outputs(self):
        self.write("out.ct", "old")
        self.write("cut", self.read("pub")[:-1])
        self.encaps_refused(1, "stdin", pub="-", stdin=self.read("cut"))
        self.assertEqual(self.read("out.ct"), b"old")

    def test_key_and_ciphertext_counts_disagree(self):
        self.write("two", self.read("key")[:4800])
        self.decaps_refused(1, "two", "2 keys", "3 ciphertexts", key="two", more=["--key-form", "expanded"])
        self.write("none", b"")
        self.decaps_refused(1, "none", "0 keys", key="none")

    def test_count_above_the_file(self):
        self.encaps_refused(1, "pub", "--count 4", "3", more=["--count", 4])
        self.encaps_refused(1, "stdin", "--count 4", "3", pub="-", more=["--count", 4], stdin=self.read("pub"))
        self.write("none", b"")
        self.encaps_refused(1, "none", "--count 4", "0", pub="none", more=["--count", 4])

    def test_key_form_that_cannot_be_told(self):
        # 4800 bytes are two expanded keys or 75 seeds; no ciphertext fits neither.
        self.write("two", self.read("key")[:4800])
        self.decaps_refused(1, "two", "2 keys for 0 ciphertexts", key="two", ct="-")
        self.decaps_refused(2, "--key-form", key="-")


    def test_a_file_that_does_not_say_its_size(self):
        self.decaps_refused(1, "/proc/version", "bytes are not whole records", ct="/proc/version")


class BadUse(CliTest):
    """Status 2."""

    def keygen_refused(self, *more, words, scheme="ml-kem-768", pub="pub", key="key"):
        self.refuse("keygen", "--scheme", scheme, "--pub", pub, "--key", key, *more, status=2, words=words)
        self.assertEqual(self.names(), [])

    def test_unknown_names(self):
        self.keygen_refused(scheme="ml-kem-769", words=["ml-kem-769", "ml-kem-768"])
        self.keygen_refused(scheme="", words=["scheme"])
        self.keygen_refused("--device", "gpu:9", words=["gpu:9"])
        self.keygen_refused("--device", "cpu:none", words=["cpu:none"])
        self.keygen_refused("--key-form", "round", words=["round", "seed"])
        self.keygen_refused("--frobnicate", words=["--frobnicate"])
        self.refuse("frobnicate", status=2, words=["frobnicate"])
        self.refuse(status=2, words=["ubcommand"])

    def test_missing_options(self):
        self.refuse("keygen", "--scheme", "ml-kem-768", "--pub", "pub", status=2,
                    words=["--key", "(see pqlane keygen --help)"])
        self.refuse("encaps", "--scheme", "ml-kem-768", status=2, words=["--pub"])
        self.refuse("decaps", "--scheme", "ml-kem-768", status=2, words=["--key"])

    def test_counts_that_are_none(self):
        for text in ("-1", "many", "1.5", "1kk", "99999999999999999999"):
            with self.subTest(count=text):
                self.refuse("keygen", "--scheme", "ml-kem-768", f"--count={text}", "--pub", "pub", "--key", "key",
                            status=2, words=["--count"])

    def test_empty_values(self):
        for option in ("--count", "--threads", "--seed-file", "--key-form", "--json"):
            with self.subTest(option=option):
                self.keygen_refused(option, "", words=[option, "empty"])

    def test_threads_that_are_none(self):
        self.keygen_refused("--threads", "-1", words=["--threads"])
        self.keygen_refused("--threads", "two", words=["--threads"])

    def test_one_file_for_two_things(self):
        self.keygen_refused(pub="same", key="same", words=["--pub", "--key", "same"])
        self.keygen_refused(pub="same", key="./same", words=["--pub", "--key"])
        self.keygen_refused(pub="-", key="-", words=["--pub", "--key"])
        self.keygen_refused("--json", "-", pub="-", words=["--pub", "--json"])
        self.keygen_refused("--json", "pub", words=["--pub", "--json"])

    def test_an_output_that_is_an_input(self):
        self.keygen("ml-kem-512", 1)
        before = self.read("pub")
        self.refuse("encaps", "--scheme", "ml-kem-512", "--pub", "pub", "--ct", "pub", "--ss", "ss", status=2,
                    words=["--pub", "--ct"])
        self.assertEqual(self.read("pub"), before)

    def test_the_result_is_not_written_over_a_vector_file(self):
        for command in ("acvp", "vectors"):
            self.write("set.json", "{}")
            self.refuse(command, "set.json", "--json", "./set.json", status=2, words=["FILE", "--json", "set.json"])
            self.assertEqual(self.read("set.json"), b"{}")

    def test_a_closed_stderr_does_not_end_up_in_an_output(self):
        self.keygen("ml-kem-512", 2)
        self.write("pub", NOT_CANONICAL + self.read("pub")[3:])
        line = f"exec '{CLI}' encaps --scheme ml-kem-512 --pub pub --ct ct --ss ss <&- >&- 2>&-"
        result = subprocess.run(["sh", "-c", line], cwd=self.folder, timeout=300, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertEqual((len(self.read("ct")), len(self.read("ss"))), (2 * 768, 2 * SECRET))

    def test_a_link_to_a_file_that_is_not_there_yet_is_followed(self):
        self.path("folder").mkdir()
        self.path("folder/second").symlink_to("../made")
        self.path("pub").symlink_to("folder/second")
        self.run_cli("keygen", "--scheme", "ml-kem-512", "--pub", "pub", "--key", "key")
        self.assertTrue(self.path("pub").is_symlink() and self.path("folder/second").is_symlink())
        self.assertEqual(len(self.read("made")), 800)
        self.assertEqual(self.names(), ["folder", "key", "made", "pub"])
        self.path("pub2").symlink_to("made2")
        self.refuse("keygen", "--scheme", "ml-kem-512", "--pub", "pub2", "--key", "made2", status=2,
                    words=["--pub", "--key", "same file"])

    def test_a_name_with_control_characters_stays_one_line(self):
        self.refuse("encaps", "--scheme", "ml-kem-512", "--pub", "a\nb\x1b[31m", "--ct", "c", "--ss", "s", status=1,
                    words=["a?b?[31m"])


class Counts(CliTest):
    def test_more_than_a_file_can_hold(self):
        for count in ((1 << 64) - 1, 1 << 53):
            self.refuse("keygen", "--scheme", "ml-kem-512", "--count", count, "--pub", "p", "--key", "k", status=2,
                        words=("--count", count, "more than a file can hold"))
        self.keygen("ml-kem-512", 1)
        self.refuse("encaps", "--scheme", "ml-kem-512", "--pub", "pub", "--ct", "c", "--ss", "s", "--count", 1 << 60,
                    status=2, words=("--count", "768 bytes"))
        self.assertEqual(self.names(), ["key", "pub"])


class LongValues(CliTest):
    def test_an_error_line_is_cut(self):
        name = "ML-KEM-" + "9" * 1_000_000 + "end"
        self.write("long.json", json.dumps([{"acvVersion": "1.0"}, {
            "vsId": 1, "algorithm": "ML-KEM", "mode": "encapDecap", "revision": "FIPS203", "testGroups": [
                {"tgId": 1, "testType": "AFT", "parameterSet": name, "function": "encapsulation", "tests": []}]}]))
        self.refuse("acvp", "long.json", status=1, words=("long.json", "ML-KEM-9999", "bytes ..]", "end"))
        self.assertLess(len(self.errors[0]), 5000)


if __name__ == "__main__":
    unittest.main()
