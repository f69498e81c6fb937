// A feed of two sources that tests drive by hand: EURUSD usually comes from `forex`, BTCUSD from `crypto`.
import { markets } from '#db/seed/markets.ts'
import type { Feed, FeedEvent, FeedSource } from '#server/feed/feed.ts'

export const forex: FeedSource = { kind: 'forex', key: 'forex provider' }
export const crypto: FeedSource = { kind: 'crypto', key: 'crypto provider' }

export const euro = marketOf('EURUSD')
export const bitcoin = marketOf('BTCUSD')

type TestedFeed = Pick<Feed, 'key' | 'sources' | 'stateSource' | 'history' | 'lastQuoteAt'>

export function twoSourceFeed(key: string, changed: Partial<TestedFeed> = {}): TestedFeed {
  const feed = { key, sources: [forex, crypto], stateSource: 'calendar' } as const
  return { ...feed, history: undefined, lastQuoteAt: undefined, ...changed }
}

export function tickOf(source: FeedSource, marketId: number, bid: number, timeMs: number): FeedEvent {
  return { kind: 'tick', source: source.key, marketId, bid, ask: bid + 8, timeMs }
}

export function heartbeatOf(source: FeedSource): FeedEvent {
  return { kind: 'heartbeat', source: source.key }
}

function marketOf(code: string): number {
  const market = markets.find((known) => known.code === code)
  if (market === undefined) throw new Error(`there is no market ${code}`)
  return market.id
}
