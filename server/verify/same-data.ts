/** Where two pieces of plain data differ first, and what stands there. */
export type Difference = { readonly path: string; readonly expected: unknown; readonly found: unknown }

type Fields = Readonly<Record<string, unknown>>

/**
 * Compares data as JSON keeps it: what is undefined is not there, and zero has no sign. Undefined when they are the
 * same. Most of the time a verification takes is spent here.
 */
export function firstDifference(expected: unknown, found: unknown): Difference | undefined {
  if (expected === found) return undefined
  if (!isObject(expected) || !isObject(found) || Array.isArray(expected) !== Array.isArray(found))
    return { path: '', expected, found }
  let count = 0
  for (const key of Object.keys(expected)) {
    const one = expected[key]
    const other = found[key]
    const inside = one === other ? undefined : firstDifference(one, other)
    if (inside !== undefined) return { ...inside, path: joined(key, inside.path) }
    if (one !== undefined) count += 1
  }
  return fieldTooMany(count, expected, found)
}

/** All that is expected is there; only where there are more fields than that can one be too many. */
function fieldTooMany(count: number, expected: Fields, found: Fields): Difference | undefined {
  const keys = Object.keys(found)
  if (keys.length === count) return undefined
  const extra = keys.find(
    (key) => !(Object.hasOwn(expected, key) && expected[key] !== undefined) && found[key] !== undefined,
  )
  return extra === undefined ? undefined : { path: extra, expected: undefined, found: found[extra] }
}

/** The first difference in each field of its own, for rows of a table. */
export function fieldDifferences(expected: object, found: object): readonly Difference[] {
  if (firstDifference(expected, found) === undefined) return []
  const [one, other] = [expected as Fields, found as Fields]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const inside = firstDifference(one[key], other[key])
    return inside === undefined ? [] : [{ ...inside, path: joined(key, inside.path) }]
  })
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function joined(key: string, path: string): string {
  return path === '' ? key : `${key}.${path}`
}
