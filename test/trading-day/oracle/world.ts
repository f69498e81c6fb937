import type { Account } from '#test/trading-day/oracle/account.ts'
import type {
  FeeMode,
  OracleAnswer,
  OracleMarket,
  OracleReason,
} from '#test/trading-day/oracle/oracle-types.ts'
import type { Prices } from '#test/trading-day/oracle/prices.ts'

/** All there is. */
export type World = {
  readonly markets: readonly OracleMarket[]
  readonly feeMode: FeeMode
  readonly prices: Prices
  readonly accounts: Map<number, Account>
  readonly movements: Map<string, Movement>
  /** By user and key: the answer of the command that was decided under it, or that the key is burned. */
  readonly keys: Map<string, OracleAnswer | 'burned'>
  /** The time of the decision, by the clock of the server. */
  nowMs: number
  /** 1, 2, 3… in the order in which orders come into being, over all accounts. */
  nextOrderId: number
}

export type Movement = {
  readonly userId: number
  readonly amount: bigint
  state: 'credited' | 'locked' | 'sent' | 'returned'
}

/** "Cash above 10^15 (1 bn USD)", and the same for the notional of everything. */
export const mostMicros = 10n ** 15n

export function refused(reason: OracleReason): OracleAnswer {
  return { kind: 'refused', reason }
}

export function done(...orders: readonly number[]): OracleAnswer {
  return { kind: 'done', orders }
}
