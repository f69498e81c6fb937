/** The smallest step of a price with so many decimals. */
export function priceStep(precision: number): string {
  return precision === 0 ? '1' : `0.${'1'.padStart(precision, '0')}`
}
