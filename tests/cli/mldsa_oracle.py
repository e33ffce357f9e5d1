"""mldsa_oracle.py: ML-DSA [FIPS204] in plain Python, for the tests of the command line, as oracle.py is for ML-KEM.

Slow and not constant time. Polynomials are lists of 256 integers modulo q, unless a comment says signed.
"""

import hashlib

Q, N, D = 8380417, 256, 13

# FIPS 204, table 1: k, l, eta, tau, gamma1, gamma2, omega, lambda / 4.
PARAMETERS = {
    "ML-DSA-44": (4, 4, 2, 39, 1 << 17, (Q - 1) // 88, 80, 32),
    "ML-DSA-65": (6, 5, 4, 49, 1 << 19, (Q - 1) // 32, 55, 48),
    "ML-DSA-87": (8, 7, 2, 60, 1 << 19, (Q - 1) // 32, 75, 64),
}

# DER of the object identifiers 2.16.840.1.101.3.4.2.x, and digests of HashML-DSA (section 5.4).
HASHES = {
    "SHA2-256": (1, lambda m: hashlib.sha256(m).digest()),
    "SHA2-384": (2, lambda m: hashlib.sha384(m).digest()),
    "SHA2-512": (3, lambda m: hashlib.sha512(m).digest()),
    "SHA2-224": (4, lambda m: hashlib.sha224(m).digest()),
    "SHA2-512/224": (5, lambda m: hashlib.new("sha512_224", m).digest()),
    "SHA2-512/256": (6, lambda m: hashlib.new("sha512_256", m).digest()),
    "SHA3-224": (7, lambda m: hashlib.sha3_224(m).digest()),
    "SHA3-256": (8, lambda m: hashlib.sha3_256(m).digest()),
    "SHA3-384": (9, lambda m: hashlib.sha3_384(m).digest()),
    "SHA3-512": (10, lambda m: hashlib.sha3_512(m).digest()),
    "SHAKE-128": (11, lambda m: hashlib.shake_128(m).digest(32)),
    "SHAKE-256": (12, lambda m: hashlib.shake_256(m).digest(64)),
}

ZETAS = [pow(1753, int(f"{i:08b}"[::-1], 2), Q) for i in range(256)]


def h(data, count):
    return hashlib.shake_256(data).digest(count)


def ntt(f):
    f, i, length = list(f), 0, 128
    while length >= 1:
        for start in range(0, N, 2 * length):
            i += 1
            for j in range(start, start + length):
                t = ZETAS[i] * f[j + length] % Q
                f[j], f[j + length] = (f[j] + t) % Q, (f[j] - t) % Q
        length //= 2
    return f


def inverse_ntt(f):
    f, i, length = list(f), 256, 1
    while length < 256:
        for start in range(0, N, 2 * length):
            i -= 1
            for j in range(start, start + length):
                t = f[j]
                f[j], f[j + length] = (t + f[j + length]) % Q, -ZETAS[i] * (t - f[j + length]) % Q
        length *= 2
    return [x * pow(256, -1, Q) % Q for x in f]


def add(f, g):
    return [(x + y) % Q for x, y in zip(f, g)]


def subtract(f, g):
    return [(x - y) % Q for x, y in zip(f, g)]


def multiply(f, g):
    return [x * y % Q for x, y in zip(f, g)]


def signed(x, modulus=Q):
    x %= modulus
    return x - modulus if x > modulus // 2 else x


def largest(vector):
    return max(abs(signed(x)) for f in vector for x in f)


def pack(values, bits):
    return sum(v << bits * i for i, v in enumerate(values)).to_bytes(N * bits // 8, "little")


def unpack(data, bits):
    number = int.from_bytes(data, "little")
    return [number >> bits * i & (1 << bits) - 1 for i in range(N)]


def chunks(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)]


def sample_matrix(rho, k, l):
    def entry(r, s):
        stream = hashlib.shake_128(rho + bytes([s, r])).digest(3 * 400)
        values = (int.from_bytes(part, "little") & 0x7FFFFF for part in chunks(stream, 3))
        return [v for v in values if v < Q][:N]
    return [[entry(r, s) for s in range(l)] for r in range(k)]


def sample_secret(seed, eta):
    nibbles = (x for byte in h(seed, 500) for x in (byte & 15, byte >> 4))
    if eta == 2:
        return [(2 - x % 5) % Q for x in nibbles if x < 15][:N]
    return [(4 - x) % Q for x in nibbles if x < 9][:N]


def sample_in_ball(seed, tau):
    stream = h(seed, 600)
    signs, at, c = int.from_bytes(stream[:8], "little"), 8, [0] * N
    for i in range(N - tau, N):
        while stream[at] > i:
            at += 1
        c[i] = c[stream[at]]
        c[stream[at]] = Q - 1 if signs >> (i + tau - N) & 1 else 1
        at += 1
    return c


def power2round(x):
    low = signed(x, 1 << D)
    return (x - low) >> D, low


def decompose(x, gamma2):
    low = signed(x, 2 * gamma2)
    return (0, low - 1) if x - low == Q - 1 else ((x - low) // (2 * gamma2), low)


def use_hint(hint, x, gamma2):
    high, low = decompose(x, gamma2)
    return (high + (1 if low > 0 else -1)) % ((Q - 1) // (2 * gamma2)) if hint else high


def pack_w1(w1, gamma2):
    return b"".join(pack(f, 6 if gamma2 == (Q - 1) // 88 else 4) for f in w1)


def matrix_times(a_hat, vector_hat):
    rows = []
    for row in a_hat:
        total = [0] * N
        for f, g in zip(row, vector_hat):
            total = add(total, multiply(f, g))
        rows.append(inverse_ntt(total))
    return rows


def keygen(name, xi):
    """ML-DSA.KeyGen_internal: (pk, sk)."""
    k, l, eta = PARAMETERS[name][:3]
    seeds = h(xi + bytes([k, l]), 128)
    rho, rho_prime, key = seeds[:32], seeds[32:96], seeds[96:]
    secrets = [sample_secret(rho_prime + r.to_bytes(2, "little"), eta) for r in range(l + k)]
    s1, s2 = secrets[:l], secrets[l:]
    t = [add(f, e) for f, e in zip(matrix_times(sample_matrix(rho, k, l), [ntt(f) for f in s1]), s2)]
    rounded = [[power2round(x) for x in f] for f in t]
    pk = rho + b"".join(pack([high for high, _ in f], 10) for f in rounded)
    bits = 3 if eta == 2 else 4
    sk = rho + key + h(pk, 64) + b"".join(pack([(eta - x) % Q for x in f], bits) for f in secrets)
    return pk, sk + b"".join(pack([(1 << D - 1) - low for _, low in f], D) for f in rounded)


def formatted(message, context=b"", hash_name=None):
    """M' of ML-DSA, or of HashML-DSA."""
    if hash_name is None:
        return bytes([0, len(context)]) + context + message
    number, digest = HASHES[hash_name]
    oid = bytes.fromhex("06096086480165030402") + bytes([number])
    return bytes([1, len(context)]) + context + oid + digest(message)


def sign(name, sk, m_prime, rnd=bytes(32), mu=None):
    """ML-DSA.Sign_internal of M', or of mu."""
    k, l, eta, tau, gamma1, gamma2, omega, c_bytes = PARAMETERS[name]
    rho, key, tr = sk[:32], sk[32:64], sk[64:128]
    bits = 3 if eta == 2 else 4
    size = 32 * bits
    small, large = sk[128:128 + size * (k + l)], sk[128 + size * (k + l):]
    secrets = [ntt([(eta - x) % Q for x in unpack(part, bits)]) for part in chunks(small, size)]
    t0 = [ntt([((1 << D - 1) - x) % Q for x in unpack(part, D)]) for part in chunks(large, 32 * D)]
    a_hat = sample_matrix(rho, k, l)
    mu = mu or h(tr + m_prime, 64)
    rho_prime, z_bits, beta = h(key + rnd + mu, 64), gamma1.bit_length(), tau * eta
    for kappa in range(0, 1000 * l, l):
        masks = [h(rho_prime + (kappa + i).to_bytes(2, "little"), 32 * z_bits) for i in range(l)]
        y = [[(gamma1 - x) % Q for x in unpack(data, z_bits)] for data in masks]
        w = matrix_times(a_hat, [ntt(f) for f in y])
        c_tilde = h(mu + pack_w1([[decompose(x, gamma2)[0] for x in f] for f in w], gamma2), c_bytes)
        c = ntt(sample_in_ball(c_tilde, tau))
        cs = [inverse_ntt(multiply(c, f)) for f in secrets]
        z = [add(f, g) for f, g in zip(y, cs[:l])]
        r = [subtract(f, g) for f, g in zip(w, cs[l:])]
        low = max(abs(decompose(x, gamma2)[1]) for f in r for x in f)
        if largest(z) >= gamma1 - beta or low >= gamma2 - beta:
            continue
        ct0 = [inverse_ntt(multiply(c, f)) for f in t0]
        hints = [[decompose(x, gamma2)[0] != decompose((x + y) % Q, gamma2)[0] for x, y in zip(f, g)]
                 for f, g in zip(r, ct0)]
        if largest(ct0) >= gamma2 or sum(map(sum, hints)) > omega:
            continue
        places, ends = b"", b""
        for row in hints:
            places += bytes(i for i, hint in enumerate(row) if hint)
            ends += bytes([len(places)])
        packed = b"".join(pack([(gamma1 - signed(x)) for x in f], z_bits) for f in z)
        return c_tilde + packed + places.ljust(omega, b"\0") + ends
    raise RuntimeError("no attempt passed")


def verify(name, pk, m_prime, sig, mu=None):
    """ML-DSA.Verify_internal of M', or of mu; for signatures of well-formed hints."""
    k, l, eta, tau, gamma1, gamma2, omega, c_bytes = PARAMETERS[name]
    z_bits = gamma1.bit_length()
    c_tilde, packed, tail = sig[:c_bytes], sig[c_bytes:-omega - k], sig[-omega - k:]
    z = [[(gamma1 - x) % Q for x in unpack(part, z_bits)] for part in chunks(packed, 32 * z_bits)]
    t1 = [[x << D for x in unpack(part, 10)] for part in chunks(pk[32:], 320)]
    c = ntt(sample_in_ball(c_tilde, tau))
    w = matrix_times(sample_matrix(pk[:32], k, l), [ntt(f) for f in z])
    w = [subtract(f, inverse_ntt(multiply(c, ntt(g)))) for f, g in zip(w, t1)]
    starts = [0, *tail[omega:]]
    hints = [set(tail[starts[i]:starts[i + 1]]) for i in range(k)]
    w1 = [[use_hint(j in hints[i], x, gamma2) for j, x in enumerate(f)] for i, f in enumerate(w)]
    mu = mu or h(h(pk, 64) + m_prime, 64)
    return largest(z) < gamma1 - tau * eta and c_tilde == h(mu + pack_w1(w1, gamma2), c_bytes)
