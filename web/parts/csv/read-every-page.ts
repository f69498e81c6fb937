import type { Page } from '#web/parts/mine/paged-list.ts'

/** As many as one page may have, and as many entries as one file may have. */
export const perPage = 100
export const mostRows = 10_000

export type EveryPage<Item> = {
  readonly items: readonly Item[]
  /** There are more than one file may have; these are the newest. */
  readonly isCut: boolean
}

/** Which page a call is asked for. */
export type PageAsked = { readonly page: number; readonly limit: number }

type AllPagesOptions<Item> = {
  readonly readPage: (asked: PageAsked) => Promise<Page<Item>>
  readonly keyOf: (item: Item) => string
  /** How much of it is there, from 0 to 1; not told of the last page. */
  readonly onProgress: (done: number) => void
}

/**
 * All of a list that the server gives page by page, newest first. Rejects as soon as a page cannot be had, or is called
 * off: half of it would look like all.
 */
export async function readEveryPage<Item>({
  readPage,
  keyOf,
  onProgress,
}: AllPagesOptions<Item>): Promise<EveryPage<Item>> {
  // What is new comes in front and moves the rest on, so that one may come twice.
  const items = new Map<string, Item>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await readPage({ page, limit: perPage })
    for (const item of data) items.set(keyOf(item), item)
    const isAll = data.length === 0 || page * perPage >= total
    if (isAll || page * perPage >= mostRows) return { items: [...items.values()], isCut: !isAll }
    onProgress((page * perPage) / Math.min(total, mostRows))
  }
}
