"""oracle.py: ML-KEM [FIPS203] and NIST's known-answer DRBG [SP800-90A] in plain Python, for the tests.

Slow and not constant time: it exists so that the tests of the command line have an independent opinion on
every byte without any stored vectors. Polynomials are lists of 256 integers modulo q.
"""

import hashlib

Q = 3329
N = 256

# FIPS 203, table 2: k, eta1, eta2, du, dv.
PARAMETERS = {
    "ML-KEM-512": (2, 3, 2, 10, 4),
    "ML-KEM-768": (3, 2, 2, 10, 4),
    "ML-KEM-1024": (4, 2, 2, 11, 5),
}


def bit_reverse_7(i):
    return int(f"{i:07b}"[::-1], 2)


# 17 is the first primitive 256-th root of unity modulo q (FIPS 203 4.3).
ZETAS = [pow(17, bit_reverse_7(i), Q) for i in range(128)]
GAMMAS = [pow(17, 2 * bit_reverse_7(i) + 1, Q) for i in range(128)]


def ntt(f):
    f = list(f)
    i, length = 1, 128
    while length >= 2:
        for start in range(0, N, 2 * length):
            zeta = ZETAS[i]
            i += 1
            for j in range(start, start + length):
                t = zeta * f[j + length] % Q
                f[j + length] = (f[j] - t) % Q
                f[j] = (f[j] + t) % Q
        length //= 2
    return f


def inverse_ntt(f):
    f = list(f)
    i, length = 127, 2
    while length <= 128:
        for start in range(0, N, 2 * length):
            zeta = ZETAS[i]
            i -= 1
            for j in range(start, start + length):
                t = f[j]
                f[j] = (t + f[j + length]) % Q
                f[j + length] = zeta * (f[j + length] - t) % Q
        length *= 2
    return [x * pow(128, -1, Q) % Q for x in f]


def multiply(f, g):
    h = [0] * N
    for i in range(128):
        a0, a1, b0, b1 = f[2 * i], f[2 * i + 1], g[2 * i], g[2 * i + 1]
        h[2 * i] = (a0 * b0 + a1 * b1 % Q * GAMMAS[i]) % Q
        h[2 * i + 1] = (a0 * b1 + a1 * b0) % Q
    return h


def add(f, g):
    return [(x + y) % Q for x, y in zip(f, g)]


def dot(us, vs):
    total = [0] * N
    for u, v in zip(us, vs):
        total = add(total, multiply(u, v))
    return total


def byte_encode(f, d):
    bits = sum(x << (d * i) for i, x in enumerate(f))
    return bits.to_bytes(32 * d, "little")


def byte_decode(data, d):
    bits = int.from_bytes(data, "little")
    mask = (1 << d) - 1
    return [(bits >> (d * i) & mask) % (Q if d == 12 else 1 << d) for i in range(N)]


def compress(f, d):
    return [((x << d) + Q // 2) // Q % (1 << d) for x in f]


def decompress(f, d):
    return [(x * Q + (1 << (d - 1))) >> d for x in f]


def sample_ntt(seed):
    stream = hashlib.shake_128(seed).digest(168 * 8)  # far more than ever needed for test seeds
    out, at = [], 0
    while len(out) < N:
        b0, b1, b2 = stream[at:at + 3]
        at += 3
        out += [x for x in (b0 | (b1 & 15) << 8, b1 >> 4 | b2 << 4) if x < Q]
    return out[:N]


def sample_noise(sigma, nonce, eta):
    bits = int.from_bytes(hashlib.shake_256(sigma + bytes([nonce])).digest(64 * eta), "little")
    out = []
    for i in range(N):
        chunk = bits >> (2 * eta * i)
        x = sum(chunk >> j & 1 for j in range(eta))
        y = sum(chunk >> (eta + j) & 1 for j in range(eta))
        out.append((x - y) % Q)
    return out


def matrix(rho, k):
    return [[sample_ntt(rho + bytes([j, i])) for j in range(k)] for i in range(k)]


def pke_encrypt(name, ek, m, coins):
    k, eta1, eta2, du, dv = PARAMETERS[name]
    t_hat = [byte_decode(ek[384 * i:384 * i + 384], 12) for i in range(k)]
    a_hat = matrix(ek[384 * k:], k)
    y_hat = [ntt(sample_noise(coins, i, eta1)) for i in range(k)]
    e1 = [sample_noise(coins, k + i, eta2) for i in range(k)]
    e2 = sample_noise(coins, 2 * k, eta2)
    u = [add(inverse_ntt(dot([a_hat[j][i] for j in range(k)], y_hat)), e1[i]) for i in range(k)]
    mu = decompress(byte_decode(m, 1), 1)
    v = add(add(inverse_ntt(dot(t_hat, y_hat)), e2), mu)
    return b"".join(byte_encode(compress(f, du), du) for f in u) + byte_encode(compress(v, dv), dv)


def pke_decrypt(name, dk, c):
    k, _, _, du, dv = PARAMETERS[name]
    u = [decompress(byte_decode(c[32 * du * i:32 * du * (i + 1)], du), du) for i in range(k)]
    v = decompress(byte_decode(c[32 * du * k:], dv), dv)
    s_hat = [byte_decode(dk[384 * i:384 * i + 384], 12) for i in range(k)]
    w = add(v, [-x % Q for x in inverse_ntt(dot(s_hat, [ntt(f) for f in u]))])
    return byte_encode(compress(w, 1), 1)


def g(data):
    digest = hashlib.sha3_512(data).digest()
    return digest[:32], digest[32:]


def h(data):
    return hashlib.sha3_256(data).digest()


def keygen(name, d, z):
    """ML-KEM.KeyGen_internal: (ek, dk)."""
    k, eta1, _, _, _ = PARAMETERS[name]
    rho, sigma = g(d + bytes([k]))
    a_hat = matrix(rho, k)
    s_hat = [ntt(sample_noise(sigma, i, eta1)) for i in range(k)]
    e_hat = [ntt(sample_noise(sigma, k + i, eta1)) for i in range(k)]
    t_hat = [add(dot(a_hat[i], s_hat), e_hat[i]) for i in range(k)]
    ek = b"".join(byte_encode(f, 12) for f in t_hat) + rho
    dk = b"".join(byte_encode(f, 12) for f in s_hat) + ek + h(ek) + z
    return ek, dk


def encaps(name, ek, m):
    """ML-KEM.Encaps_internal: (K, c)."""
    key, coins = g(m + h(ek))
    return key, pke_encrypt(name, ek, m, coins)


def decaps(name, dk, c):
    """ML-KEM.Decaps_internal: K."""
    k = PARAMETERS[name][0]
    ek, h_ek, z = dk[384 * k:768 * k + 32], dk[768 * k + 32:768 * k + 64], dk[768 * k + 64:]
    m = pke_decrypt(name, dk, c)
    key, coins = g(m + h_ek)
    if pke_encrypt(name, ek, m, coins) == c:
        return key
    return hashlib.shake_256(z + c).digest(32)


# ---- AES-256 and its CTR_DRBG without derivation function ----------------------------------------------


def gf_double(x):
    return (x << 1 ^ (0x11B if x & 0x80 else 0)) & 0xFF


def make_sbox():
    """FIPS 197 5.1.1: inverse in GF(2^8), then the affine map. 3 generates the field's units."""
    power, log, x = [0] * 255, [0] * 256, 1
    for i in range(255):
        power[i], log[x] = x, i
        x = gf_double(x) ^ x
    box = []
    for value in range(256):
        inverse = power[-log[value] % 255] if value else 0
        result = 0x63
        for shift in range(5):
            result ^= (inverse << shift | inverse >> (8 - shift)) & 0xFF
        box.append(result)
    return box


SBOX = make_sbox()


def expand_key(key):
    words = [list(key[4 * i:4 * i + 4]) for i in range(8)]
    rcon = 1
    for i in range(8, 60):
        word = list(words[i - 1])
        if i % 8 == 0:
            word = [SBOX[b] for b in word[1:] + word[:1]]
            word[0] ^= rcon
            rcon = gf_double(rcon)
        elif i % 8 == 4:
            word = [SBOX[b] for b in word]
        words.append([a ^ b for a, b in zip(words[i - 8], word)])
    return [sum(words[4 * r:4 * r + 4], []) for r in range(15)]


def aes256(round_keys, block):
    state = [a ^ b for a, b in zip(block, round_keys[0])]
    for round_number in range(1, 15):
        state = [SBOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]  # SubBytes and ShiftRows
        if round_number < 14:
            mixed = []
            for column in range(4):
                a = state[4 * column:4 * column + 4]
                for row in range(4):
                    b0, b1, b2, b3 = (a[(row + s) % 4] for s in range(4))
                    mixed.append(gf_double(b0) ^ gf_double(b1) ^ b1 ^ b2 ^ b3)
            state = mixed
        state = [a ^ b for a, b in zip(state, round_keys[round_number])]
    return bytes(state)


class Drbg:
    """SP 800-90A 10.2.1 as NIST's PQCgenKAT uses it."""

    def __init__(self, seed):
        self.key, self.v = bytes(32), 0
        self.update(seed)

    def blocks(self, count):
        round_keys = expand_key(self.key)
        out = b""
        for _ in range(count):
            self.v = (self.v + 1) % (1 << 128)
            out += aes256(round_keys, self.v.to_bytes(16, "big"))
        return out

    def update(self, provided):
        data = bytes(a ^ b for a, b in zip(self.blocks(3), provided))
        self.key, self.v = data[:32], int.from_bytes(data[32:], "big")

    def draw(self, count):
        out = self.blocks((count + 15) // 16)[:count]
        self.update(bytes(48))
        return out
