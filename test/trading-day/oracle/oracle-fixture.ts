import assert from 'node:assert/strict'
import { createOracle, type Oracle } from '#test/trading-day/oracle/oracle.ts'
import type {
  FeeMode,
  OracleAccount,
  OracleAnswer,
  OracleCommand,
  OracleMarket,
  OracleOrder,
  OracleTicket,
} from '#test/trading-day/oracle/oracle-types.ts'

/** The markets of the worked examples. */
const forex: Omit<OracleMarket, 'id' | 'code'> = {
  quoteCurrency: 'USD',
  precision: 5,
  unitsPerLot: 100_000,
  lotStep: 1,
  leastLots: 1,
  mostLots: 10_000,
  leverages: [30, 100, 500],
  marginMode: 'leverage',
  feePerLot: 0,
  feeShare: 1_000_000,
}
export const eurusd = { ...forex, id: 1, code: 'EURUSD' }
export const usdjpy = { ...forex, id: 2, code: 'USDJPY', quoteCurrency: 'JPY', precision: 3 }
export const gbpusd = { ...forex, id: 3, code: 'GBPUSD' }
/** A share in pence, traded in whole lots. */
export const share = {
  ...forex,
  id: 4,
  code: 'VOD',
  quoteCurrency: 'GBX',
  precision: 2,
  unitsPerLot: 1,
  lotStep: 100,
  leastLots: 200,
}
/** Fixed margin, and a fee that does not come out even. */
export const gas: OracleMarket = {
  ...forex,
  id: 5,
  code: 'NGAS',
  precision: 3,
  unitsPerLot: 10_000,
  marginMode: 'fixed',
  feePerLot: 50,
}
export const usdhkd = { ...forex, id: 6, code: 'USDHKD', leverages: [] }
/** What it is converted by has no quote in these examples, unless one is told. */
export const eurchf = { ...forex, id: 7, code: 'EURCHF', quoteCurrency: 'CHF' }
/** Enough markets for a wait that goes on for more than a minute. */
export const metals = [8, 9, 10, 11, 12, 13, 14, 15].map((id) => ({ ...forex, id, code: `METAL${id}` }))
const markets = [eurusd, usdjpy, gbpusd, share, gas, usdhkd, eurchf, ...metals]

export const dollar = 1_000_000n

type Doing = OracleCommand extends infer C ? (C extends unknown ? Omit<C, 'userId'> : never) : never

export type Stage = ReturnType<typeof createStage>

/** An oracle and one user, whose id is 1. */
export function createStage(feeMode: FeeMode = 'per_lot') {
  const oracle = createOracle({ markets, feeMode })
  let seq = 0
  let nowMs = 0

  /** The next quote, a second after the last event unless `pass` was called; without an ask it has no spread. */
  function quote(market: OracleMarket, bid: number, ask = bid): void {
    seq += 1
    nowMs += 1_000
    oracle.event({ kind: 'quote', marketId: market.id, bid, ask, timeMs: nowMs, seq })
  }
  function state(market: OracleMarket, state: 'closed' | 'open' | 'stale'): void {
    seq += 1
    oracle.event({ kind: 'state', marketId: market.id, state, seq })
  }
  function does(doing: Doing, userId = 1, key?: string): OracleAnswer {
    return oracle.command({ userId, ...doing } as OracleCommand, nowMs, key)
  }
  return {
    oracle,
    quote,
    state,
    does,
    seq: () => seq,
    nowMs: () => nowMs,
    /** Time passes without an event; the next quote comes a second later. */
    pass: (ms: number) => {
      nowMs += ms
    },
    /** "A market opens only together with its first quote." */
    opens: (market: OracleMarket, bid: number, ask = bid) => {
      state(market, 'open')
      quote(market, bid, ask)
    },
    /** Opens a real account with so many dollars. */
    pays: (dollars: number) => {
      does({ kind: 'open_account', book: 'real' })
      does({ kind: 'deposit', amount: dollars * 1_000_000, reference: 'first' })
    },
    places: (market: OracleMarket, ticket: Partial<OracleTicket>) =>
      does({ kind: 'open_order', ticket: { ...plainTicket, marketId: market.id, ...ticket } }),
    account: () => accountOf(oracle),
    order: (id: number) => orderOf(oracle, id),
    /** Of every order its id and what ended it, or how it stands. */
    fates: () => accountOf(oracle).orders.map(({ id, status, endCause }) => `${id} ${endCause ?? status}`),
  }
}

/** So many dollars, and two markets that are open: EUR/USD at 1.10000 and GBP/USD at 1.25000. */
export function createOpenStage(dollars: number): Stage {
  const stage = createStage()
  stage.pays(dollars)
  stage.opens(eurusd, 110_000)
  stage.opens(gbpusd, 125_000)
  return stage
}

/** Why an answer is refused, or its kind. */
export function reasonOf(answer: OracleAnswer): string {
  return answer.kind === 'refused' ? answer.reason : answer.kind
}

export const plainTicket: OracleTicket = {
  marketId: eurusd.id,
  side: 'buy',
  lots: '0.50',
  leverage: 100,
  target: null,
  seen: null,
  deviation: 0,
  stopLoss: null,
  takeProfit: null,
}

function accountOf(oracle: Oracle): OracleAccount {
  const account = oracle.accounts().find(({ userId }) => userId === 1)
  assert.ok(account)
  return account
}

function orderOf(oracle: Oracle, id: number): OracleOrder {
  const order = accountOf(oracle).orders.find((order) => order.id === id)
  assert.ok(order)
  return order
}
