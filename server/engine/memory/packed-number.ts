/** What is not there is NaN among packed numbers, which nothing else ever is. */
export function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}

export function numberAt(from: Float64Array, at: number): number {
  return from[at] ?? Number.NaN
}
