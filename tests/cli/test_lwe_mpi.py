"""pqlane lwe by several processes of an MPI launcher. Skipped where there is no mpirun or the build has no MPI."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

CLI = os.environ["PQLANE_CLI"]
MPIRUN = shutil.which("mpirun")
LIBRARY = pathlib.Path(CLI).resolve().parent.parent / "lib" / "libpqlane_mpi.so"
# Open MPI does not start as root without being told twice that it may.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
SEED = "07" * 32


def launch(ranks, *arguments, **environment):
    command = [MPIRUN, "--oversubscribe", "--bind-to", "none", "-n", str(ranks), CLI, "lwe", "--threads", "1",
               "--device", "cpu", *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT | environment, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def processes_of(parent):
    """The running programs below a process."""
    found = []
    for child in pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        found += [int(child)] + processes_of(child)
    return found


@unittest.skipUnless(MPIRUN, "no mpirun")
@unittest.skipUnless(LIBRARY.exists(), "no MPI in this build")
class Mpi(unittest.TestCase):
    def results(self, ranks, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "result.json")
            run = launch(ranks, *arguments, "--json", str(file))
            _, errors = run.communicate(timeout=120)
            self.assertEqual(run.returncode, 0, errors)
            return json.loads(file.read_text())

    def test_ranks_give_the_bytes_of_one(self):
        for name in ("lwe-12289-shake", "lwe-65521-aes"):
            some = ("--set", name, "--n", "96,2080", "--allow-insecure", "--iterations", "1", "--seed", SEED)
            alone = self.results(1, *some)
            self.assertEqual(alone["ranks"], 1)
            for ranks in (2, 3):
                shared = self.results(ranks, *some, "--check", "cpu")
                self.assertEqual((shared["ranks"], len(shared["hosts"])), (ranks, ranks))
                for one, of_all in zip(alone["results"], shared["results"], strict=True):
                    self.assertIsNotNone(one["digest"])
                    self.assertEqual(one["digest"], of_all["digest"])
                    self.assertEqual(of_all["mismatches"], 0)
                    self.assertTrue(of_all["tampered_rejected"])
                    self.assertLess(of_all["rows_per_rank"], one["rows_per_rank"])

    def test_a_rank_that_dies_ends_the_run(self):
        run = launch(2, "--n", "4096", "--iterations", "100000")
        try:
            deadline = time.monotonic() + 60
            ranks = []
            while len(ranks) < 2 and time.monotonic() < deadline:
                time.sleep(0.2)
                ranks = [p for p in processes_of(run.pid)
                         if b"--iterations" in pathlib.Path(f"/proc/{p}/cmdline").read_bytes()]
            self.assertEqual(len(ranks), 2)
            time.sleep(1)
            os.kill(ranks[1], signal.SIGKILL)
            output, errors = run.communicate(timeout=60)
        finally:
            run.kill()
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(output + errors, r"rank \d .*signal 9")

    def test_without_mpi_the_processes_do_not_go_their_own_ways(self):
        run = launch(2, "--n", "96", "--allow-insecure", PQLANE_MPI_LIBRARY="/nowhere/libpqlane_mpi.so")
        output, errors = run.communicate(timeout=60)
        self.assertNotEqual(run.returncode, 0)
        self.assertRegex(errors, r"pqlane: process \d of 2 that an MPI launcher started: .*has no MPI")
        self.assertNotIn("KeyGen", output)


if __name__ == "__main__":
    unittest.main()
