/** Two decimals for an amount in whole cents, otherwise all six. `amount` is a decimal string with six decimals. */
export function moneyDecimals(amount: string | null | undefined): 2 | 6 {
  return amount == null || /\.\d\d0000$/.test(amount) ? 2 : 6
}

/** The smallest change of a price with `precision` decimals: `0.00001` for five. */
export function priceStep(precision: number): string {
  return precision === 0 ? '1' : `0.${'1'.padStart(precision, '0')}`
}
