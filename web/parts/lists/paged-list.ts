export type Page<Item> = { readonly data: readonly Item[]; readonly total: number }

/** The pages of a list and their numbers, in the form of react-query. */
export type Pages<Answer> = { pages: Answer[]; pageParams: number[] }

/** Entries per page, as the server sends them. */
export const pageSize = 20

/** The entries of all pages, newest first. New entries shift the pages, so an entry can arrive twice. */
export function itemsOf<Item>(pages: readonly Page<Item>[], keyOf: (item: Item) => string): readonly Item[] {
  const items = new Map<string, Item>()
  for (const item of pages.flatMap(({ data }) => data))
    if (!items.has(keyOf(item))) items.set(keyOf(item), item)
  return [...items.values()]
}

/** The number of the next page. Undefined if the last page has the end of the list. */
export function nextPage({ data, total }: Page<unknown>, page: number): number | undefined {
  return data.length > 0 && page * pageSize < total ? page + 1 : undefined
}

/**
 * Puts the new entries of page 1 in front of the loaded ones. If page 1 has no known entry, there may be a gap, so the
 * list starts over with it.
 */
export function withNewest<Item, Answer extends Page<Item>>(
  { pages: [first, ...rest], pageParams }: Pages<Answer>,
  newest: Answer,
  keyOf: (item: Item) => string,
): Pages<Answer> {
  const known = new Set(itemsOf(first === undefined ? rest : [first, ...rest], keyOf).map(keyOf))
  if (first === undefined || !newest.data.some((item) => known.has(keyOf(item))))
    return { pages: [newest], pageParams: [1] }
  return { pages: [{ ...newest, data: itemsOf([newest, first], keyOf) }, ...rest], pageParams }
}

/** The largest page the server sends. */
export const exportPageSize = 100
export const maxExportRows = 10_000

type AllPages<Item> = {
  readonly items: readonly Item[]
  /** More than `maxExportRows` entries exist. `items` has the newest. */
  readonly isTruncated: boolean
}

export type PageRequest = { readonly page: number; readonly limit: number }

type AllPagesOptions<Item> = {
  readonly readPage: (request: PageRequest) => Promise<Page<Item>>
  readonly keyOf: (item: Item) => string
  /** Called with the loaded share, from 0 to 1. Not called for the last page. */
  readonly onProgress: (done: number) => void
}

/**
 * Reads a whole list, newest first. Rejects if any page fails or is aborted, because an incomplete export would look
 * complete.
 */
export async function readAllPages<Item>({
  readPage,
  keyOf,
  onProgress,
}: AllPagesOptions<Item>): Promise<AllPages<Item>> {
  const pages: Page<Item>[] = []
  for (let page = 1; ; page += 1) {
    const answer = await readPage({ page, limit: exportPageSize })
    pages.push(answer)
    const isAll = answer.data.length === 0 || page * exportPageSize >= answer.total
    if (isAll || page * exportPageSize >= maxExportRows)
      return { items: itemsOf(pages, keyOf), isTruncated: !isAll }
    onProgress((page * exportPageSize) / Math.min(answer.total, maxExportRows))
  }
}
