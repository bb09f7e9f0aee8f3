#!/usr/bin/env python3
# ===- generate-math-coefficients.py - numbers of the elementary functions -=== #
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints lib/Support/MathCoefficients.inc: the polynomials and the split constants
# of the sequences in lib/Support/MathSequences*.cpp. Only who changes a method
# runs it; it needs python3-mpmath.
#
#   utils/generate-math-coefficients.py > lib/Support/MathCoefficients.inc
#
# Each polynomial is the Chebyshev fit of a smooth function over the interval of
# the reduced argument, computed to 60 digits and rounded to f64. The comment above
# each array gives the error of the fit, relative to the largest value of the
# function on the interval and with the coefficients after rounding.

from mpmath import mp, mpf, exp, log, atan, sqrt, pi, ln2, floor, taylor

mp.dps = 60


def hexadecimal(value):
    """The f64 nearest to value, as a literal of C++17."""
    return float(value).hex()


def series(f, order):
    """Coefficients of f about 0, for what cancels there."""
    return taylor(f, 0, order)


def quotient(f, terms, power):
    """(f(x) - terms) / x^power as a function that is exact at 0 too."""
    tail = series(f, power + 45)[power:]

    def value(x):
        if abs(x) < mpf("0.05"):
            total = mpf(0)
            for c in reversed(tail):
                total = total * x + c
            return total
        return (f(x) - sum(c * x**k for k, c in enumerate(terms))) / x**power

    return value


def fit(name, what, f, low, high, degree):
    coefficients = [float(c) for c in reversed(mp.chebyfit(f, [low, high], degree + 1))]
    worst = largest = mpf(0)
    for i in range(401):
        x = low + (high - low) * mpf(i) / 400
        exact = f(x)
        value = mpf(0)
        for c in reversed(coefficients):
            value = value * x + mpf(c)
        worst = max(worst, abs(value - exact))
        largest = max(largest, abs(exact))
    print(f"/// {what}; error 2^{float(log(worst / largest) / ln2):.1f}.")
    print(f"inline constexpr double {name}[] = {{")
    for i in range(0, len(coefficients), 4):
        print("    " + " ".join(c.hex() + "," for c in coefficients[i : i + 4]))
    print("};\n")


def split(name, what, value, bits):
    """name Hi of so many leading bits and the rest as Lo, so that hi + lo has bits + 53."""
    scale = mpf(2) ** (bits - 1 - int(floor(log(abs(value)) / ln2)))
    high = floor(value * scale + mpf(1) / 2) / scale
    print(f"/// {what}")
    print(f"inline constexpr double {name}Hi = {hexadecimal(high)}, {name}Lo = {hexadecimal(value - high)};\n")


def power_series(coefficient, count=120):
    """The sum of coefficient(k) * z^k, for |z| well below 1."""
    table = [coefficient(k) for k in range(count)]

    def value(z):
        total = mpf(0)
        for c in reversed(table):
            total = total * z + c
        return total

    return value


def asin_coefficient(k):
    # asin x = sum of C(2k, k) / (4^k (2k + 1)) x^(2k + 1)
    return mp.binomial(2 * k, k) / (mpf(4) ** k * (2 * k + 1))


def main():
    print("//===- MathCoefficients.inc - made by generate-math-coefficients.py --*- C++ -*-===//")
    print("//")
    print("// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
    print("//")
    print("//===----------------------------------------------------------------------===//\n")

    half = ln2 / 2 + mpf("1e-4")
    fit("kExpF32", "(exp r - 1 - r) / r^2, |r| <= ln 2 / 2", quotient(exp, [1, 1], 2), -half, half, 10)
    fit("kExpTail", "(exp r - 1 - r - r^2/2 - r^3/6) / r^4, |r| <= ln 2 / 2",
        quotient(exp, [1, 1, mpf(1) / 2, mpf(1) / 6], 4), -half, half, 9)

    # log((1 + s) / (1 - s)) = 2 s + 2/3 s^3 + 2/5 s^5 + ..., z = s^2.
    z = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * (1 + mpf("1e-6"))
    for name, first, degree in (("kLogF32", 3, 9), ("kLogTail", 5, 7), ("kPowLogTail", 7, 7)):
        fit(name, f"(log((1 + s) / (1 - s)) - ...) / s^{first} in s^2, |s| <= 0.1716",
            power_series(lambda k: mpf(2) / (2 * k + first)), mpf(0), z, degree)

    z = (pi / 4) ** 2 * (1 + mpf("1e-6"))
    sine = power_series(lambda k: mpf(-1) ** (k + 1) / mp.factorial(2 * k + 3), 40)
    cosine = power_series(lambda k: mpf(-1) ** k / mp.factorial(2 * k + 4), 40)
    for name, degree in (("F32", 4), ("F64", 6)):
        fit("kSin" + name, "(sin r - r) / r^3 in r^2, |r| <= pi / 4", sine, mpf(0), z, degree)
        fit("kCos" + name, "(cos r - 1 + r^2/2) / r^4 in r^2, |r| <= pi / 4", cosine, mpf(0), z, degree)

    tail = power_series(lambda k: mpf(-1) ** k / mp.factorial(2 * k + 5), 40)
    fit("kSinTail", "(sin r - r + r^3/6) / r^5 in r^2, |r| <= pi / 4", tail, mpf(0), z, 5)

    z = (sqrt(mpf(2)) - 1) ** 2 * (1 + mpf("1e-6"))
    arctangent = power_series(lambda k: mpf(-1) ** (k + 1) / (2 * k + 3))
    for name, degree in (("F32", 7), ("F64", 12)):
        fit("kAtan" + name, "(atan t - t) / t^3 in t^2, |t| <= tan pi/8", arctangent, mpf(0), z, degree)

    arcsine = power_series(lambda k: asin_coefficient(k + 1))
    for name, degree in (("F32", 9), ("F64", 14)):
        fit("kAsin" + name, "(asin t - t) / t^3 in t^2, |t| <= 1/2", arcsine, mpf(0), mpf(1) / 4, degree)

    split("kLn2", "ln 2; Hi has 42 bits, so that its product with an exponent is exact.", ln2, 42)
    split("kLog10Of2", "log10 2; Hi has 42 bits.", log(mpf(2)) / log(mpf(10)), 42)
    split("kInvLn2", "1 / ln 2", 1 / ln2, 53)
    split("kInvLn10", "1 / ln 10", 1 / log(mpf(10)), 53)
    split("kTwoThirds", "2/3", mpf(2) / 3, 53)
    split("kTwoFifths", "2/5", mpf(2) / 5, 53)
    split("kSixth", "1/6", mpf(1) / 6, 53)
    split("kPi", "pi", pi, 53)
    split("kHalfPi", "pi / 2", pi / 2, 53)
    split("kQuarterPi", "pi / 4", pi / 4, 53)

    # 64 zero bits, then the binary digits of 2/pi.
    words = 20
    mp.prec = 64 * words + 64
    digits = int(floor(2 / mp.pi * mpf(2) ** (64 * (words - 1))))
    print("/// The bits of 2 / pi behind the binary point, after 64 bits that are 0.")
    print("inline constexpr uint64_t kTwoOverPi[] = {")
    for i in range(words):
        word = (digits >> (64 * (words - 1 - i))) & (2**64 - 1)
        print(("    " if i % 4 == 0 else " ") + f"0x{word:016x}," + ("\n" if i % 4 == 3 else ""), end="")
    print("};")


if __name__ == "__main__":
    main()
