/**
 * Amounts are integers within ±(2^53 − 1), where JS arithmetic is exact. Anything else throws instead of being rounded,
 * so user input (a ticket, a deposit) must be checked beforehand.
 */
export function requireSafe(value: number, what: string): number {
  if (Number.isSafeInteger(value)) return value + 0 // −0 becomes 0
  throw new RangeError(`${what} is not a safe integer`)
}

export function add<Amount extends number>(left: Amount, right: Amount): Amount {
  return requireSafe(left + right, 'a sum') as Amount
}

export function subtract<Amount extends number>(left: Amount, right: Amount): Amount {
  return requireSafe(left - right, 'a difference') as Amount
}
