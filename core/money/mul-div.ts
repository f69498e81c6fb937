import { requireSafe } from '#core/money/safe-integer.ts'

/**
 * a × b ÷ divisor, rounded once, half to even. The product may exceed 64 bits; throws if the result is not a safe
 * integer. Every profit, margin, fee and share is computed by the functions of this file.
 */
export function mulDiv(a: number, b: number, divisor: number): number {
  requireSafe(a, 'a factor')
  requireSafe(b, 'a factor')
  requirePositive(divisor)
  if (Number.isSafeInteger(a * b)) return divideHalfEven(a * b, divisor)
  return mulDivReduced(a, b, divisor)
}

/** Product of the factors ÷ product of the positive divisors, rounded once, half to even. Throws if out of range. */
export function mulDivWide(factors: readonly number[], divisors: readonly number[]): number {
  const found = mulDivWithin(factors, divisors)
  if (found === undefined) throw new RangeError('the result of a division is not a safe integer')
  return found
}

/** Like `mulDivWide`, but undefined if out of range. For numbers typed by a user. */
export function mulDivWithin(factors: readonly number[], divisors: readonly number[]): number | undefined {
  let product = 1
  let divisor = 1
  for (const factor of factors) product *= requireSafe(factor, 'a factor')
  for (const part of divisors) divisor *= requirePositive(part)
  if (Number.isSafeInteger(product) && Number.isSafeInteger(divisor)) return divideHalfEven(product, divisor)
  const wide = Number(roundedHalfEven(productOf(factors), productOf(divisors)))
  return Number.isSafeInteger(wide) ? wide : undefined
}

/** Exact sign of a/b − c/d; b and d must be positive. */
export function compareRatios(a: number, b: number, c: number, d: number): -1 | 0 | 1 {
  for (const term of [a, b, c, d]) requireSafe(term, 'a term of a ratio')
  if (b <= 0 || d <= 0) throw new RangeError('the denominators of compared ratios must be above zero')
  const left = a * d
  const right = c * b
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return sign(left, right)
  return sign(BigInt(a) * BigInt(d), BigInt(c) * BigInt(b))
}

function requirePositive(divisor: number): number {
  if (requireSafe(divisor, 'a divisor') <= 0) throw new RangeError('a divisor must be above zero')
  return divisor
}

function productOf(terms: readonly number[]): bigint {
  return terms.reduce((soFar, term) => soFar * BigInt(term), 1n)
}

/** Cancels common powers of ten (units per lot, price steps), which mostly avoids BigInt. */
function mulDivReduced(a: number, b: number, divisor: number): number {
  const withA = dropSharedTens(a, divisor)
  const withB = dropSharedTens(b, withA.divisor)
  const product = withA.factor * withB.factor
  if (Number.isSafeInteger(product)) return divideHalfEven(product, withB.divisor)
  const wide = roundedHalfEven(BigInt(withA.factor) * BigInt(withB.factor), BigInt(withB.divisor))
  return requireSafe(Number(wide), 'a quotient')
}

function dropSharedTens(factor: number, divisor: number): { factor: number; divisor: number } {
  let [left, right] = [factor, divisor]
  while (left !== 0 && left % 10 === 0 && right % 10 === 0) {
    left /= 10
    right /= 10
  }
  return { factor: left, divisor: right }
}

/** Exact for safe integers: the remainder of doubles is exact, and product − remainder divides evenly. */
function divideHalfEven(product: number, divisor: number): number {
  const remainder = product % divisor
  const quotient = (product - remainder) / divisor
  const doubled = Math.abs(remainder) * 2
  const up = doubled > divisor || (doubled === divisor && quotient % 2 !== 0)
  return (up ? quotient + Math.sign(product) : quotient) + 0
}

function roundedHalfEven(product: bigint, divisor: bigint): bigint {
  const remainder = product % divisor
  const quotient = product / divisor
  const doubled = (remainder < 0n ? -remainder : remainder) * 2n
  const up = doubled > divisor || (doubled === divisor && quotient % 2n !== 0n)
  const away = product < 0n ? -1n : 1n
  return up ? quotient + away : quotient
}

function sign<Term extends number | bigint>(left: Term, right: Term): -1 | 0 | 1 {
  if (left < right) return -1
  return left > right ? 1 : 0
}
