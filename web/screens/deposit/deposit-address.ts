/** The records are part of the same screen, so that a typed deposit is kept meanwhile. */
export function depositRecordsPath(type: number): string {
  return `/mine/charge?show=records&type=${type}`
}

/** The list that the address names: 0 coin, 1 bank. Undefined if it names the form. */
export function recordsType(search: string): 0 | 1 | undefined {
  const query = new URLSearchParams(search)
  if (query.get('show') !== 'records') return undefined
  return query.get('type') === '1' ? 1 : 0
}
