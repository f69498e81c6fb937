import type { Refusal } from '#core/decision/decision.ts'
import { refuse } from '#core/decision/refuse.ts'
import type { MarketNow } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'

export type TradableQuote = { readonly kind: 'tradable'; readonly quote: Quote } | Refusal

/** The quote there is to trade on. A market that never had one counts as closed. */
export function tradableQuote({ state, quote }: MarketNow): TradableQuote {
  if (state === 'closed' || quote === undefined) return refuse('market_closed')
  return state === 'stale' ? refuse('stale_price') : { kind: 'tradable', quote }
}
