import { useState } from 'react'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { maxSearchLength, readMarkets } from '#web/calls/market.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useServerQuery } from '#web/parts/server-query.ts'
import { useDebounced } from '#web/screens/market-search/use-debounced.ts'

export type MarketSearch = {
  /** As typed. */
  readonly text: string
  readonly type: (text: string) => void
  /** `idle` while the text is empty. Earlier results stay visible until the next answer. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly found: readonly ListedMarket[]
  readonly retry: () => void
}

/** Searches markets while the user types. The server matches names in every language; only the latest search counts. */
export function useMarketSearch(): MarketSearch {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const searched = useDebounced(wanted)
  const { data, isFetching, isError, refetch } = useServerQuery({
    key: ['search', searched],
    async read(call, signal): Promise<readonly ListedMarket[]> {
      return (await readMarkets(call, { search: searched, signal })).map(marketOfItem)
    },
    isTranslated: true,
    isEnabled: searched !== '',
    keepsPrevious: true,
  })
  return {
    text,
    type: (typed) => setText(typed.slice(0, maxSearchLength)),
    status: wanted === '' ? 'idle' : statusOf(isFetching || wanted !== searched, isError),
    found: (isError ? undefined : data) ?? [],
    retry: () => void refetch(),
  }
}

function statusOf(isLoading: boolean, hasFailed: boolean): MarketSearch['status'] {
  if (isLoading) return 'loading'
  return hasFailed ? 'failed' : 'ready'
}
