import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { AccountOwner, CommandRequest } from '#server/engine/engine.ts'
import { createOracle, type Oracle, type OracleParts } from '#test/trading-day/oracle/oracle.ts'
import type { OracleAnswer, OracleMarket, OracleOutcome } from '#test/trading-day/oracle/oracle-types.ts'

export type OracleSide = {
  readonly oracle: Oracle
  readonly openAccount: (asker: AccountOwner) => void
  /** Decides the request at the server time `atMs`. */
  readonly submit: (asker: AccountOwner, request: CommandRequest, atMs: number, key?: string) => OracleAnswer
  readonly outcome: (asker: AccountOwner, key: string) => OracleOutcome
  /** Evaluates all accounts by default. */
  readonly applyEvent: (event: MarketEvent, isEvaluated?: (userId: number) => boolean) => void
  /** Applies an event to the board only; no account is evaluated. */
  readonly applyToBoardOnly: (event: MarketEvent) => void
  readonly restart: () => void
}

/** The oracle behind the interface of the engine. */
export function createOracleSide(
  { markets, ...settings }: Omit<OracleParts, 'markets'> & { readonly markets: readonly Market[] },
  tamper: (market: OracleMarket) => OracleMarket,
): OracleSide {
  const oracle = createOracle({ ...settings, markets: markets.map((market) => tamper(oracleMarket(market))) })
  return {
    oracle,
    openAccount: ({ userId, isDemo }) =>
      void oracle.command({ kind: 'open_account', userId, book: isDemo ? 'demo' : 'real' }, 0),
    submit({ userId }, request, atMs, key) {
      if (request.kind === 'lift_freeze') throw new Error('no account is frozen on a trading day')
      return oracle.command({ ...request, userId }, atMs, key)
    },
    outcome: ({ userId }, key) => oracle.outcome(userId, key),
    applyEvent: oracle.event,
    applyToBoardOnly: oracle.applyOnly,
    restart: oracle.restart,
  }
}

function oracleMarket({ pricePrecision, ...market }: Market): OracleMarket {
  return { ...market, precision: pricePrecision }
}
