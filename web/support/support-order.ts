/** The order that a question is about, in the addresses of both screens. */
export function orderOf(search: string): number | undefined {
  const text = new URLSearchParams(search).get('order') ?? ''
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

export function withOrder(path: string, order: number | undefined): string {
  return order === undefined ? path : `${path}?order=${order}`
}
