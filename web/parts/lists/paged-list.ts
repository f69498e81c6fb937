import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'

export type Page<Item> = { readonly data: readonly Item[]; readonly total: number }

export type PagedState<Item, Answer extends Page<Item> = Page<Item>> = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly items: readonly Item[]
  /** Number of entries on all pages. Undefined until the first page has loaded. */
  readonly total: number | undefined
  readonly hasMore: boolean
  /** The latest response, with the fields it has besides `data` and `total`. */
  readonly lastPage?: Answer
}

export type PagedList<Item, Answer extends Page<Item> = Page<Item>> = {
  readonly state: ReadableStore<PagedState<Item, Answer>>
  /** Starts over at page 1. Keeps the current entries on screen until page 1 has loaded. */
  readonly refresh: () => void
  /** Adds new entries in front of those already loaded. Ignores failures: the next call catches up. */
  readonly prependNew: () => void
  readonly loadMore: () => void
  /** Requests the failed page again. */
  readonly retry: () => void
  /** Aborts pending requests. */
  readonly stop: () => void
}

type PagedListOptions<Item, Answer extends Page<Item>> = {
  readonly readPage: (page: number, signal: AbortSignal) => Promise<Answer>
  /** Identifies an entry. New entries shift the pages, so an entry can arrive twice. */
  readonly keyOf: (item: Item) => string
}

/** Entries per page, as the server sends them. */
export const pageSize = 20

/** A list that loads page by page while the user scrolls, newest first. */
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
  let lastRequested = 1
  let pageRequest: AbortController | undefined
  let newRequest: AbortController | undefined

  async function fetchPage(page: number): Promise<void> {
    pageRequest?.abort()
    // Page 1 brings the new entries as well.
    if (page === 1) newRequest?.abort()
    pageRequest = new AbortController()
    const { signal } = pageRequest
    lastRequested = page
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
      // The list shows one message for every failure, with a retry button.
      if (!signal.aborted) state.set({ ...state.getSnapshot(), status: 'failed' })
    }
  }
  async function fetchNew(): Promise<void> {
    newRequest?.abort()
    newRequest = new AbortController()
    const { signal } = newRequest
    const answer = await readPage(1, signal).catch(() => undefined)
    if (answer === undefined || signal.aborted) return
    const before = state.getSnapshot()
    const { data, total } = answer
    const known = new Set(before.items.map(keyOf))
    // If page 1 has no known entry, there may be a gap: start over.
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
    retry: () => void fetchPage(lastRequested),
    stop() {
      pageRequest?.abort()
      newRequest?.abort()
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
  // New entries shift the pages while they are read, so an entry can arrive twice.
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
