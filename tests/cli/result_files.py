"""result_files.py: bench documents with made-up figures, for the tests of what reads them."""

import copy
import json


def rate(median, spread=0.002, width=0.0005):
    """A rate whose percentiles are `spread` and whose interval is `width` around the median."""
    return {"median": median, "p10": median * (1 - spread), "p90": median * (1 + spread),
            "ci95": [median * (1 - width), median * (1 + width)]}


def row(scheme="ml-kem-768", op="encaps", device="cpu:avx512", batch=4096, ops=400_000.0, **more):
    on_cpu = device.startswith("cpu")
    call_us = 1e6 * batch / ops
    result = {
        "scheme": scheme, "op": op, "device": device, "threads": 1, "pinned": False, "batch": batch,
        "message_bytes": 32 if op in ("sign", "verify") else None, "key_reuse": "none",
        "includes": {"randomness": op in ("keygen", "encaps", "sign"), "key_decoding": op != "keygen",
                     "matrix": True, "copies": True},
        "check": "full" if op == "decaps" else None, "timing": "end-to-end", "buffers": "pageable",
        "ran_on": None, "seconds": 1.0, "runs": 100, "calls": 100, "ops_per_s": rate(ops),
        "ops_per_cpu_s": rate(ops * 1.01) if on_cpu else None,
        "latency_us": {"p50": call_us, "p90": call_us * 1.1, "p99": call_us * 1.3},
        "cycles_per_op": None, "tsc_ticks_per_op": 5000.0, "energy": None,
        "memory": {"device_peak_bytes": None, "host_peak_bytes": 1 << 26},
        "ceiling": {"resource": "keccak-permutations", "ops_per_s": ops * 1.5, "share": 0.67},
        "attempts": None, "outliers": 1, "verified": True}
    result.update(more)
    return result


def machine(**more):
    return {"cpu": "Example CPU", "isa": "x86-64 avx2 avx512f", "cores": 8, "memory_bytes": 16 << 30,
            "os": "Example OS 1", "compiler": "GNU 12.2.0", "flags": "-O3", "commit": "0123456789ab",
            "devices": [], **more}


def document(*rows, **more):
    return {"schema": "pqlane-bench/1", "machine": machine(), "complete": True, "failures": [],
            "results": list(rows), "ceilings": [], "series": [], **more}


def changed(base, change):
    """A copy of the document on which `change` was called."""
    result = copy.deepcopy(base)
    change(result)
    return result


def text(value):
    return json.dumps(value, indent=1)
