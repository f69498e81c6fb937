/** What traders call a pip, in steps: where the last digit of a price is a tenth of one, ten of them. */
export function pipSteps(precision: number): number {
  return precision === 3 || precision === 5 ? 10 : 1
}
