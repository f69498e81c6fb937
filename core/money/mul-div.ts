import { requireSafe } from '#core/money/safe-integer.ts'

/**
 * a × b ÷ divisor, exact until the one rounding at the end: half to even. The product may need 128 bits; the
 * result must fit a safe integer, or it is an error. Every profit, margin, fee and share goes through here.
 */
export function mulDiv(a: number, b: number, divisor: number): number {
  requireSafe(a, 'a factor')
  requireSafe(b, 'a factor')
  requirePositive(divisor)
  if (Number.isSafeInteger(a * b)) return divideHalfEven(a * b, divisor)
  return mulDivReduced(a, b, divisor)
}

/**
 * The same for several factors over several divisors above zero, however large the products are on the way: one
 * rounding, at the end, half to even.
 */
export function mulDivWide(factors: readonly number[], divisors: readonly number[]): number {
  const found = mulDivWithin(factors, divisors)
  if (found === undefined)
    throw new RangeError('a product divided is outside the range of exact whole numbers')
  return found
}

/** The same where the result may be more than can be counted, because a user's numbers are in it: then undefined. */
export function mulDivWithin(factors: readonly number[], divisors: readonly number[]): number | undefined {
  let product = 1
  let divisor = 1
  for (const factor of factors) product *= requireSafe(factor, 'a factor')
  for (const part of divisors) divisor *= requirePositive(part)
  if (Number.isSafeInteger(product) && Number.isSafeInteger(divisor)) return divideHalfEven(product, divisor)
  const wide = Number(roundedHalfEven(productOf(factors), productOf(divisors)))
  return Number.isSafeInteger(wide) ? wide : undefined
}

/** The sign of a/b − c/d, exactly; b and d are above zero. */
export function compareRatios(a: number, b: number, c: number, d: number): -1 | 0 | 1 {
  for (const term of [a, b, c, d]) requireSafe(term, 'a term of a ratio')
  if (b <= 0 || d <= 0) throw new RangeError('a ratio is compared over denominators above zero')
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

/** Most large products share powers of ten with the divisor (units per lot, price steps): drop those first. */
function mulDivReduced(a: number, b: number, divisor: number): number {
  const withA = dropSharedTens(a, divisor)
  const withB = dropSharedTens(b, withA.divisor)
  const product = withA.factor * withB.factor
  if (Number.isSafeInteger(product)) return divideHalfEven(product, withB.divisor)
  const wide = roundedHalfEven(BigInt(withA.factor) * BigInt(withB.factor), BigInt(withB.divisor))
  return requireSafe(Number(wide), 'a product divided')
}

function dropSharedTens(factor: number, divisor: number): { factor: number; divisor: number } {
  let [left, right] = [factor, divisor]
  while (left !== 0 && left % 10 === 0 && right % 10 === 0) {
    left /= 10
    right /= 10
  }
  return { factor: left, divisor: right }
}

/** Exact for safe integers: the remainder of two doubles is exact, and what it leaves divides evenly. */
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
