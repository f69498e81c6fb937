/** One thing an entry tells: a value, or what it was and what it became. */
export type Detail = {
  readonly name: string
  readonly value: Told
  /** Only where something changed; `value` is then what it was before. */
  readonly becomes?: Told
}

/** What can be said of a value; whatever is more than that is shown as it was written down. */
export type Told = string | number | boolean | null

/** The details of an entry, which come as JSON. What is no JSON of ours is shown whole, never dropped. */
export function readDetails(text: string): readonly Detail[] {
  const details = parsed(text)
  if (typeof details !== 'object' || details === null || Array.isArray(details))
    return text === '' ? [] : [{ name: '', value: text }]
  return joined(Object.entries(details))
}

/** Two entries that together are a change, as most are written down, become one. */
function joined(entries: readonly (readonly [string, unknown])[]): readonly Detail[] {
  const { from, to, ...others } = Object.fromEntries(entries)
  const change =
    from !== undefined && to !== undefined ? { name: '', value: told(from), becomes: told(to) } : undefined
  const rest = change === undefined ? entries : Object.entries(others)
  return [...(change === undefined ? [] : [change]), ...rest.map(([name, value]) => detailOf(name, value))]
}

function detailOf(name: string, value: unknown): Detail {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value)
    return { name, value: told(value.from), becomes: told(value.to) }
  return { name, value: told(value) }
}

function told(value: unknown): Told {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value) || value === null
  return isPlain ? (value as Told) : JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
