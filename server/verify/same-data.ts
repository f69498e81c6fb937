/** Where two pieces of plain data differ first, and what stands there. */
export type Difference = { readonly path: string; readonly expected: unknown; readonly found: unknown }

/**
 * Compares data as JSON keeps it: what is undefined is not there, and zero has no sign. Undefined when they are the
 * same.
 */
export function firstDifference(expected: unknown, found: unknown): Difference | undefined {
  if (expected === found) return undefined
  if (!isObject(expected) || !isObject(found) || Array.isArray(expected) !== Array.isArray(found))
    return { path: '', expected, found }
  for (const key in expected) {
    const inside = firstDifference(expected[key], found[key])
    if (inside !== undefined) return { ...inside, path: joined(key, inside.path) }
  }
  for (const key in found) {
    if (expected[key] === undefined && found[key] !== undefined)
      return { path: key, expected: undefined, found: found[key] }
  }
  return undefined
}

/** The first difference in each field of its own, for rows of a table. */
export function fieldDifferences(expected: object, found: object): readonly Difference[] {
  if (firstDifference(expected, found) === undefined) return []
  const [one, other] = [expected, found].map((row) => row as Readonly<Record<string, unknown>>)
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((key) => {
    const inside = firstDifference(one?.[key], other?.[key])
    return inside === undefined ? [] : [{ ...inside, path: joined(key, inside.path) }]
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function joined(key: string, path: string): string {
  return path === '' ? key : `${key}.${path}`
}
