/** As few decimals as say an exact amount: cents where it is made of whole cents, otherwise all six. */
export function moneyDecimals(amount: string | null | undefined): 2 | 6 {
  return amount == null || /\.\d\d0000$/.test(amount) ? 2 : 6
}

/** The smallest step of a price with so many decimals. */
export function priceStep(precision: number): string {
  return precision === 0 ? '1' : `0.${'1'.padStart(precision, '0')}`
}
