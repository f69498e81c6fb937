/** The server's page size, and the last page it serves. */
export const pageSize = 20
const lastPage = 10_000

export function pageCount(total: number): number {
  return Math.min(Math.max(Math.ceil(total / pageSize), 1), lastPage)
}

/** The page number in a query parameter. The first page if the parameter is missing or malformed. */
export function pageFromQuery(query: string | null): number {
  const page = /^[1-9]\d{0,4}$/.test(query ?? '') ? Number(query) : 1
  return Math.min(page, lastPage)
}
