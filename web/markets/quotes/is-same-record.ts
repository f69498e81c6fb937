/** Whether two plain records of the same shape say the same. */
export function isSameRecord<Shape extends object>(one: Shape, other: Shape): boolean {
  for (const key in one) if (!Object.is(one[key], other[key])) return false
  return true
}
