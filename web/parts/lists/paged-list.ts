import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

export type Page<Item> = { readonly data: readonly Item[]; readonly total: number }

export type PagedState<Item, Answer extends Page<Item> = Page<Item>> = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly items: readonly Item[]
  /** How many there are in all; unknown until the first page has come. */
  readonly total: number | undefined
  readonly hasMore: boolean
  /** The page that came last, with whatever it says besides. */
  readonly lastPage?: Answer
}

export type PagedList<Item, Answer extends Page<Item> = Page<Item>> = {
  readonly state: ReadableStore<PagedState<Item, Answer>>
  /** From the first page; what is shown stays until it has come. */
  readonly refresh: () => void
  /** Puts what is new before what is shown, and leaves the rest where it is. One that fails is left for the next. */
  readonly prependNew: () => void
  readonly loadMore: () => void
  /** Asks again for what failed. */
  readonly retry: () => void
  /** Forgets what is under way. */
  readonly stop: () => void
}

type PagedListOptions<Item, Answer extends Page<Item>> = {
  readonly readPage: (page: number, signal: AbortSignal) => Promise<Answer>
  /** The same entry may be on two pages when new ones came between them. */
  readonly keyOf: (item: Item) => string
}

/** As the server gives them. */
export const pageSize = 20

/** A list that comes page by page, newest first, as far as somebody scrolls. */
export function createPagedList<Item, Answer extends Page<Item> = Page<Item>>({
  readPage,
  keyOf,
}: PagedListOptions<Item, Answer>): PagedList<Item, Answer> {
  const state = createValueStore<PagedState<Item, Answer>>({
    status: 'loading',
    items: [],
    total: undefined,
    hasMore: false,
  })
  let pagesShown = 0
  let lastAsked = 1
  let underWay: AbortController | undefined
  let renewing: AbortController | undefined

  async function fetchPage(page: number): Promise<void> {
    underWay?.abort()
    // What begins anew has everything that is new.
    if (page === 1) renewing?.abort()
    underWay = new AbortController()
    const { signal } = underWay
    lastAsked = page
    state.set({ ...state.getSnapshot(), status: 'loading' })
    try {
      const answer = await readPage(page, signal)
      if (signal.aborted) return
      const { data, total } = answer
      pagesShown = page
      const items = page === 1 ? data : appendUnknown(state.getSnapshot().items, data, keyOf)
      const hasMore = data.length > 0 && page * pageSize < total
      state.set({ status: 'ready', items, total, hasMore, lastPage: answer })
    } catch {
      // Why it failed makes no difference here: the list says that it did, and offers to try again.
      if (!signal.aborted) state.set({ ...state.getSnapshot(), status: 'failed' })
    }
  }
  async function fetchNew(): Promise<void> {
    renewing?.abort()
    renewing = new AbortController()
    const { signal } = renewing
    const answer = await readPage(1, signal).catch(() => undefined)
    if (answer === undefined || signal.aborted) return
    const before = state.getSnapshot()
    const { data, total } = answer
    const known = new Set(before.items.map(keyOf))
    // Where none of them is known there would be a gap.
    if (!data.some((item) => known.has(keyOf(item)))) return await fetchPage(1)
    const items = appendUnknown(data, before.items, keyOf)
    pagesShown = Math.max(1, Math.floor(items.length / pageSize))
    state.set({ ...before, items, total, hasMore: items.length < total, lastPage: answer })
  }
  return {
    state,
    refresh: () => void fetchPage(1),
    prependNew() {
      if (state.getSnapshot().items.length === 0) void fetchPage(1)
      else void fetchNew()
    },
    loadMore() {
      const { status, hasMore } = state.getSnapshot()
      if (status === 'ready' && hasMore) void fetchPage(pagesShown + 1)
    },
    retry: () => void fetchPage(lastAsked),
    stop() {
      underWay?.abort()
      renewing?.abort()
    },
  }
}

function appendUnknown<Item>(
  shown: readonly Item[],
  next: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const known = new Set(shown.map(keyOf))
  return [...shown, ...next.filter((item) => !known.has(keyOf(item)))]
}

/** As many as one page may have, and as many entries as one file may have. */
export const exportPageSize = 100
export const maxExportRows = 10_000

type AllPages<Item> = {
  readonly items: readonly Item[]
  /** There are more than one file may have; these are the newest. */
  readonly isTruncated: boolean
}

/** Which page a call is asked for. */
export type PageRequest = { readonly page: number; readonly limit: number }

type AllPagesOptions<Item> = {
  readonly readPage: (asked: PageRequest) => Promise<Page<Item>>
  readonly keyOf: (item: Item) => string
  /** How much of it is there, from 0 to 1; not told of the last page. */
  readonly onProgress: (done: number) => void
}

/**
 * All of a list that the server gives page by page, newest first. Rejects as soon as a page cannot be had, or is called
 * off: half of it would look like all.
 */
export async function readAllPages<Item>({
  readPage,
  keyOf,
  onProgress,
}: AllPagesOptions<Item>): Promise<AllPages<Item>> {
  // What is new comes in front and moves the rest on, so that one may come twice.
  const items = new Map<string, Item>()
  for (let page = 1; ; page += 1) {
    const { data, total } = await readPage({ page, limit: exportPageSize })
    for (const item of data) items.set(keyOf(item), item)
    const isAll = data.length === 0 || page * exportPageSize >= total
    if (isAll || page * exportPageSize >= maxExportRows)
      return { items: [...items.values()], isTruncated: !isAll }
    onProgress((page * exportPageSize) / Math.min(total, maxExportRows))
  }
}
