import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { Call } from '#browser/calls/call-request.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { itemsOf, nextPage, type Page, withNewest } from '#web/parts/lists/paged-list.ts'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import { useQueryClient, useQueryKey } from '#web/parts/server-query.ts'

type PagedListOptions<Item, Answer extends Page<Item>> = {
  /** Identifies the list. Another filter is another list. */
  readonly key: readonly (string | number)[]
  readonly readPage: (call: Call, page: number, signal: AbortSignal) => Promise<Answer>
  /** Identifies an entry. Must be a constant function. */
  readonly keyOf: (item: Item) => string
  readonly isTranslated?: boolean
}

export type PagedList<Item, Answer extends Page<Item> = Page<Item>> = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly items: readonly Item[]
  /** Number of entries on all pages. Undefined until the first page has loaded. */
  readonly total: number | undefined
  readonly hasMore: boolean
  /** The latest answer to page 1, with the fields it has besides `data` and `total`. */
  readonly firstPage: Answer | undefined
  /** Starts over at page 1. */
  readonly refresh: () => void
  /** Adds new entries in front of those already loaded. Ignores failures: the next call catches up. */
  readonly prependNew: () => void
  readonly loadMore: () => void
  /** Requests the failed page again. */
  readonly retry: () => void
}

/**
 * A list that loads page by page while the user scrolls, newest first. On return to the screen the loaded pages are
 * still there, with new entries in front.
 */
export function usePagedList<Item, Answer extends Page<Item> = Page<Item>>(
  options: PagedListOptions<Item, Answer>,
): PagedList<Item, Answer> {
  const { readPage, keyOf } = options
  const { call } = useParts().caller
  const client = useQueryClient()
  const queryKey = useQueryKey(options)
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ pageParam, signal }) => readPage(call, pageParam, signal),
      initialPageParam: 1,
      getNextPageParam: (last: Answer, _, page) => nextPage(last, page),
      // `prependNew` costs one call, however many pages are loaded.
      staleTime: Number.POSITIVE_INFINITY,
    },
    client,
  )
  type Pages = InfiniteData<Answer, number>
  const { data, fetchNextPage, refetch, isFetchNextPageError } = query
  const keyText = JSON.stringify(queryKey)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `keyText` stands for the key, and `readPage` follows it.
  const prependNew = useCallback(async () => {
    // A page that is arriving would overwrite the new entries, and page 1 may have been read before them.
    const untilLoaded = () =>
      client
        .getQueryCache()
        .find({ queryKey })
        ?.promise?.catch(() => undefined)
    await untilLoaded()
    if (client.getQueryData<Pages>(queryKey) === undefined) return
    const newestKey = [...queryKey, 'newest']
    // An answer on its way may lack the entry that this call is about.
    await client.cancelQueries({ queryKey: newestKey })
    const newest = await client
      .fetchQuery({ queryKey: newestKey, queryFn: ({ signal }) => readPage(call, 1, signal), gcTime: 0 })
      .catch(() => undefined)
    await untilLoaded()
    if (newest === undefined) return
    client.setQueryData<Pages>(
      queryKey,
      (loaded) => loaded && withNewest<Item, Answer>(loaded, newest, keyOf),
    )
  }, [client, call, keyText, keyOf])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `prependNew` follows the key.
  useEffect(() => {
    // On the first visit, page 1 is being read anyway.
    if (client.getQueryData<Pages>(queryKey) !== undefined) void prependNew()
  }, [prependNew])
  useOnPageVisible(prependNew)

  const refresh = () => {
    client.setQueryData<Pages>(
      queryKey,
      (loaded) => loaded && { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) },
    )
    void refetch()
  }
  const loadMore = () => void fetchNextPage({ cancelRefetch: false })
  return {
    status: query.isFetching ? 'loading' : query.isError ? 'failed' : 'ready',
    items: useMemo(() => itemsOf(data?.pages ?? [], keyOf), [data, keyOf]),
    total: data?.pages[0]?.total,
    hasMore: query.hasNextPage,
    firstPage: data?.pages[0],
    refresh,
    prependNew,
    loadMore,
    retry: isFetchNextPageError ? loadMore : () => void refetch(),
  }
}
