/** How many entries the server puts on a page, and how far it turns them. */
export const pageSize = 20
const lastPage = 10_000

export function pageCount(total: number): number {
  return Math.min(Math.max(Math.ceil(total / pageSize), 1), lastPage)
}

/** The page an address asks for; the first for whatever is no page. */
export function pageFromQuery(query: string | null): number {
  const page = /^[1-9]\d{0,4}$/.test(query ?? '') ? Number(query) : 1
  return Math.min(page, lastPage)
}
