import type { Page } from '#web/parts/mine/paged-list.ts'

/** As many as one page may have, and as many pages as are asked for: five thousand entries. */
export const wholeBounds = { perPage: 100, mostPages: 50 } as const

export type EveryPage<Item> = {
  readonly items: readonly Item[]
  /** Whether there are more than are asked for. */
  readonly isCut: boolean
}

/** All of a list that the server gives page by page, newest first. Whoever moved to the next page meanwhile is there once. */
export async function readEveryPage<Item>(
  readPage: (page: { readonly page: number; readonly limit: number }) => Promise<Page<Item>>,
  keyOf: (item: Item) => string,
): Promise<EveryPage<Item>> {
  const { perPage, mostPages } = wholeBounds
  const items = new Map<string, Item>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await readPage({ page, limit: perPage })
    for (const item of data) items.set(keyOf(item), item)
    const isEnd = data.length === 0 || page * perPage >= total
    if (isEnd || page === mostPages) return { items: [...items.values()], isCut: !isEnd }
  }
}
