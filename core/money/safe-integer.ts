/**
 * Amounts are whole numbers within ±(2^53 − 1), where JS arithmetic is exact. Anything else is an error and
 * never a rounded value: a caller that can be given too much (a ticket, a deposit) refuses it beforehand.
 */
export function requireSafe(value: number, what: string): number {
  if (Number.isSafeInteger(value)) return value + 0 // −0 becomes 0
  throw new RangeError(`${what} is outside the range of exact whole numbers`)
}

/** The sum of two amounts of one unit. */
export function add<Amount extends number>(left: Amount, right: Amount): Amount {
  return requireSafe(left + right, 'a sum') as Amount
}

/** The difference of two amounts of one unit. */
export function subtract<Amount extends number>(left: Amount, right: Amount): Amount {
  return requireSafe(left - right, 'a difference') as Amount
}
