import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order-terms.ts'
import type { Asker, Request } from '#server/engine/engine.ts'
import { createOracle, type Oracle } from '#test/trading-day/oracle/oracle.ts'
import type { OracleAnswer, OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'

export type OracleSide = {
  readonly oracle: Oracle
  readonly openAccount: (asker: Asker) => void
  readonly ask: (asker: Asker, request: Request) => OracleAnswer
  readonly hear: (event: MarketEvent) => void
  /** A quote that came while nobody judged: it is the last price, and nothing else happens. */
  readonly note: (event: MarketEvent) => void
}

/** The model, asked in the engine's words. */
export function createOracleSide(
  markets: readonly Market[],
  feeMode: FeeMode,
  tamper: (market: OracleMarket) => OracleMarket,
): OracleSide {
  const oracle = createOracle({ markets: markets.map((market) => tamper(oracleMarket(market))), feeMode })
  const states = new Map<number, MarketState>()

  function hear(event: MarketEvent): void {
    if (event.kind === 'state') states.set(event.marketId, event.state)
    oracle.event(event)
  }
  return {
    oracle,
    openAccount: ({ userId, isDemo }) =>
      void oracle.command({ kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' }, 0),
    ask: ({ userId }, request) => oracle.command({ ...request, userId }, 0),
    hear,
    note(event) {
      const { marketId } = event
      const state = states.get(marketId) ?? 'closed'
      oracle.event({ kind: 'state', marketId, state: 'stale' })
      oracle.event(event)
      oracle.event({ kind: 'state', marketId, state })
    },
  }
}

function oracleMarket({ pricePrecision, ...market }: Market): OracleMarket {
  return { ...market, precision: pricePrecision }
}
