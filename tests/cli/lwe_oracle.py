"""lwe_oracle.py: LWE-KEM (docs/lwe.md) in plain Python, for the tests of the command line and for the digests that
the C++ tests embed.

Slow and not constant time. As a program it prints digests, for large n with the help of numpy and of the openssl
command where they are there:

    lwe_oracle.py SET_ID:N..
"""

import hashlib
import struct
import subprocess
import sys

SETS = {1: (12289, 14, "aes"), 2: (12289, 14, "shake"), 3: (65521, 16, "aes"), 4: (65521, 16, "shake")}
BITS = 256
BLOCK = 1024  # columns of A, or entries of noise, of one stream
THRESHOLDS = (822325010, 1860548903, 2120813339, 2146484514, 2147469055, 2147483566)
KIND_S, KIND_E, KIND_R, KIND_E1, KIND_E2 = 0xA0, 0xB0, 0xC0, 0xD0, 0xE0


# ---- AES-256, encryption of single blocks [FIPS197] ---------------------------------------------------------


def _make_sbox():
    exp, log, x = [0] * 255, [0] * 256, 1
    for i in range(255):  # 3 generates the field's multiplicative group
        exp[i], log[x] = x, i
        x ^= (x << 1) ^ (0x11B if x & 0x80 else 0)
    box = []
    for value in range(256):
        inverse = exp[-log[value] % 255] if value else 0
        out = 0x63
        for turn in range(5):
            out ^= ((inverse << turn) | (inverse >> (8 - turn))) & 0xFF
        box.append(out)
    return box


SBOX = _make_sbox()


def _double(x):
    return ((x << 1) ^ (0x1B if x & 0x80 else 0)) & 0xFF


def aes_round_keys(key):
    words, rcon = [list(key[i : i + 4]) for i in range(0, 32, 4)], 1
    for i in range(8, 60):
        word = list(words[-1])
        if i % 8 == 0:
            word = [SBOX[b] for b in word[1:] + word[:1]]
            word[0] ^= rcon
            rcon = _double(rcon)
        elif i % 8 == 4:
            word = [SBOX[b] for b in word]
        words.append([a ^ b for a, b in zip(words[i - 8], word)])
    return [sum(words[4 * r : 4 * r + 4], []) for r in range(15)]


def aes_block(round_keys, block):
    state = [a ^ b for a, b in zip(block, round_keys[0])]
    for number, key in enumerate(round_keys[1:], 1):
        state = [SBOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]  # SubBytes and ShiftRows
        if number < 14:
            mixed = []
            for c in range(0, 16, 4):
                a = state[c : c + 4]
                everything = a[0] ^ a[1] ^ a[2] ^ a[3]
                mixed += [a[i] ^ everything ^ _double(a[i] ^ a[(i + 1) % 4]) for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return bytes(state)


# ---- streams ----------------------------------------------------------------------------------------------


def matrix_block(q, bits, name, rho, i, b, columns, round_keys):
    """The entries of row i in the b-th 1024 columns, `columns` of them."""
    size = columns * 2 + columns + 64
    while True:
        if name == "shake":
            data = hashlib.shake_128(rho + struct.pack("<II", i, b)).digest(size)
        else:
            blocks = -(-size // 16)
            data = b"".join(
                aes_block(round_keys, struct.pack("<IIQ", i, b, counter)) for counter in range(blocks)
            )
        words = [w & ((1 << bits) - 1) for (w,) in struct.iter_unpack("<H", data[: len(data) // 2 * 2])]
        accepted = [w for w in words if w < q]
        if len(accepted) >= columns:
            return accepted[:columns]
        size *= 2


def matrix(set_id, rho, n):
    q, bits, name = SETS[set_id]
    round_keys = aes_round_keys(rho)
    return [
        [
            x
            for b in range(0, n, BLOCK)
            for x in matrix_block(q, bits, name, rho, i, b // BLOCK, min(BLOCK, n - b), round_keys)
        ]
        for i in range(n)
    ]


def noise_words(seed, kind, j, b, count):
    data = hashlib.shake_256(seed + bytes([kind]) + struct.pack("<HI", j, b)).digest(4 * count)
    return struct.unpack(f"<{count}I", data)


def rounded_normal(word):
    size = sum((word >> 1) >= t for t in THRESHOLDS)
    return -size if word & 1 else size


def noise_row(seed, kind, j, n):
    return [
        rounded_normal(w)
        for b in range(0, n, BLOCK)
        for w in noise_words(seed, kind, j, b // BLOCK, min(BLOCK, n - b))
    ]


def secret(sigma, n):
    row = []
    for b in range(0, n, BLOCK):
        data = hashlib.shake_256(sigma + bytes([KIND_S]) + struct.pack("<HI", 0, b // BLOCK)).digest(768)
        bits = int.from_bytes(data, "little")
        for i in range(min(BLOCK, n - b)):
            six = bits >> (6 * i) & 63
            row.append((six & 7).bit_count() - (six >> 3).bit_count())
    return row


def ternary(coins):
    return [(3 * w >> 32) - 1 for w in noise_words(coins, KIND_E2, 0, 0, BITS)]


# ---- packing and hashing ----------------------------------------------------------------------------------


def pack(values, bits):
    number = 0
    for i, value in enumerate(values):
        number |= value << (bits * i)
    return number.to_bytes(len(values) * bits // 8, "little")


def unpack(data, bits):
    number = int.from_bytes(data, "little")
    return [number >> (bits * i) & ((1 << bits) - 1) for i in range(len(data) * 8 // bits)]


def tree_hash(data):
    total = struct.pack("<Q", len(data))
    leaves = [data[i : i + 1024] for i in range(0, len(data), 1024)] or [b""]
    nodes = [
        hashlib.sha3_256(b"\x00" + total + struct.pack("<Q", i) + leaf).digest() for i, leaf in enumerate(leaves)
    ]
    level = 0
    while len(nodes) > 1:
        level += 1
        groups = [nodes[i : i + 32] for i in range(0, len(nodes), 32)]
        nodes = [
            hashlib.sha3_256(b"\x01" + total + bytes([level]) + struct.pack("<Q", i) + b"".join(group)).digest()
            for i, group in enumerate(groups)
        ]
    return nodes[0]


# ---- products; of arrays of numpy where digests of large n are made -----------------------------------------


def times_vector(rows, vector, q):
    if not isinstance(rows, list):
        return [int(x) for x in (rows @ vector) % q]
    return [sum(a * b for a, b in zip(row, vector)) % q for row in rows]


def times_matrix(rows, a, q):
    if not isinstance(a, list):
        product = rows @ a.astype(float) % q  # exact: below 2^53
        return [[int(x) for x in row] for row in product]
    columns = list(zip(*a))
    return [[sum(x * y for x, y in zip(row, column)) % q for column in columns] for row in rows]


# ---- the scheme -------------------------------------------------------------------------------------------


def keygen(set_id, n, d, z, a=None):
    q, bits, _ = SETS[set_id]
    seeds = hashlib.sha3_512(b"\x00" + bytes([set_id]) + struct.pack("<I", n) + d).digest()
    rho, sigma = seeds[:32], seeds[32:]
    a = matrix(set_id, rho, n) if a is None else a
    s, e = secret(sigma, n), noise_row(sigma, KIND_E, 0, n)
    t = [(x + y) % q for x, y in zip(times_vector(a, s, q), e)]
    pk = rho + pack(t, bits)
    return pk, d + z + pk + tree_hash(pk)


def encrypt(set_id, n, pk, m, coins, a=None):
    q, bits, _ = SETS[set_id]
    rho, t = pk[:32], unpack(pk[32:], bits)
    a = matrix(set_id, rho, n) if a is None else a
    r = [noise_row(coins, KIND_R, j, n) for j in range(BITS)]
    e1 = [noise_row(coins, KIND_E1, j, n) for j in range(BITS)]
    e2 = ternary(coins)
    u = [[(x + y) % q for x, y in zip(*rows)] for rows in zip(times_matrix(r, a, q), e1)]
    v = [
        (x + e2[j] + (m[j // 8] >> (j % 8) & 1) * (q // 2)) % q
        for j, x in enumerate(times_vector(r, t, q))
    ]
    return b"".join(pack(row, bits) for row in u) + pack(v, bits)


def encaps(set_id, n, pk, m, a=None):
    both = hashlib.sha3_512(b"\x01" + tree_hash(pk) + m).digest()
    ct = encrypt(set_id, n, pk, m, both[32:], a)
    return ct, hashlib.sha3_256(b"\x02" + both[:32] + tree_hash(ct)).digest()


def decrypt(set_id, n, s, ct):
    q, bits, _ = SETS[set_id]
    row_bytes = n * bits // 8
    m = bytearray(BITS // 8)
    v = unpack(ct[BITS * row_bytes :], bits)
    for j in range(BITS):
        u = unpack(ct[j * row_bytes : (j + 1) * row_bytes], bits)
        x = (v[j] - sum(a * b for a, b in zip(u, s))) % q
        from_zero, from_half = min(x, q - x), abs(x - q // 2)
        m[j // 8] |= (from_half < from_zero) << (j % 8)
    return bytes(m)


def decaps(set_id, n, sk, ct, a=None):
    d, z, pk, pkh = sk[:32], sk[32:64], sk[64:-32], sk[-32:]
    sigma = hashlib.sha3_512(b"\x00" + bytes([set_id]) + struct.pack("<I", n) + d).digest()[32:]
    m = decrypt(set_id, n, secret(sigma, n), ct)
    both = hashlib.sha3_512(b"\x01" + pkh + m).digest()
    good = encrypt(set_id, n, pk, m, both[32:], a) == ct
    head = b"\x02" + both[:32] if good else b"\x03" + z
    return hashlib.sha3_256(head + tree_hash(ct)).digest()


# ---- digests ----------------------------------------------------------------------------------------------


def test_seeds(set_id, n):
    """d || z || m of the digests."""
    return hashlib.shake_256(b"pqlane lwe" + bytes([set_id]) + struct.pack("<I", n)).digest(96)


def numpy_matrix(set_id, rho, n):
    """matrix() with numpy, AES by the openssl command; for large n."""
    import numpy

    q, bits, name = SETS[set_id]
    rows = []
    for i in range(n):
        row = []
        for b in range(-(-n // BLOCK)):
            if name == "shake":
                data = hashlib.shake_128(rho + struct.pack("<II", i, b)).digest(4096)
            else:
                data = b"".join(struct.pack("<IIQ", i, b, c) for c in range(256))
            row.append(data)
        rows.append(b"".join(row))
    data = b"".join(rows)
    if name == "aes":
        command = ["openssl", "enc", "-aes-256-ecb", "-nopad", "-K", rho.hex()]
        data = subprocess.run(command, input=data, check=True, capture_output=True).stdout
    words = numpy.frombuffer(data, "<u2").reshape(n, -1, 2048) & ((1 << bits) - 1)
    a = numpy.zeros((n, n), numpy.int64)
    for i in range(n):
        for b in range(words.shape[1]):
            columns = min(BLOCK, n - BLOCK * b)
            accepted = words[i, b][words[i, b] < q]
            assert len(accepted) >= columns
            a[i, BLOCK * b : BLOCK * b + columns] = accepted[:columns]
    return a


def digests(set_id, n):
    seeds = test_seeds(set_id, n)
    d, z, m = seeds[:32], seeds[32:64], seeds[64:]
    rho = hashlib.sha3_512(b"\x00" + bytes([set_id]) + struct.pack("<I", n) + d).digest()[:32]
    a = numpy_matrix(set_id, rho, n) if n > 256 else matrix(set_id, rho, n)
    pk, sk = keygen(set_id, n, d, z, a)
    ct, ss = encaps(set_id, n, pk, m, a)
    assert decaps(set_id, n, sk, ct, a) == ss
    bad = bytes([ct[0] ^ 1]) + ct[1:]
    rejected = decaps(set_id, n, sk, bad, a)
    return hashlib.sha3_256(pk + sk).hexdigest(), hashlib.sha3_256(ct + ss).hexdigest(), rejected.hex()


def main(words):
    for word in words:
        set_id, n = map(int, word.split(":"))
        print(set_id, n, *digests(set_id, n), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
