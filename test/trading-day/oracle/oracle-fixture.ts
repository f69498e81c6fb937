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

/** Terms shared by the markets of the worked examples. */
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
/** A share quoted in pence, traded in whole lots. */
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
/** A market with a fixed margin, and a fee per lot of 50 micro-dollars, which needs rounding. */
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
/** Has no conversion rate, because the market USDCHF is missing. */
export const eurchf = { ...forex, id: 7, code: 'EURCHF', quoteCurrency: 'CHF' }
/** Enough markets for a sequence of waits longer than a minute. */
export const metals = [8, 9, 10, 11, 12, 13, 14, 15].map((id) => ({ ...forex, id, code: `METAL${id}` }))
const markets = [eurusd, usdjpy, gbpusd, share, gas, usdhkd, eurchf, ...metals]

export const dollar = 1_000_000n

type UserCommand = OracleCommand extends infer C ? (C extends unknown ? Omit<C, 'userId'> : never) : never

export type Fixture = ReturnType<typeof createFixture>

/** An oracle, with functions that send commands as user 1 unless another id is given. */
export function createFixture(feeMode: FeeMode = 'per_lot') {
  const oracle = createOracle({ markets, feeMode })
  let seq = 0
  let nowMs = 0

  /** A quote, one second after the current time. Without an ask it has no spread. */
  function quote(market: OracleMarket, bid: number, ask = bid): void {
    seq += 1
    nowMs += 1_000
    oracle.event({ kind: 'quote', marketId: market.id, bid, ask, timeMs: nowMs, seq })
  }
  function state(market: OracleMarket, state: 'closed' | 'open' | 'stale'): void {
    seq += 1
    oracle.event({ kind: 'state', marketId: market.id, state, seq })
  }
  function submit(command: UserCommand, userId = 1, key?: string): OracleAnswer {
    return oracle.command({ userId, ...command } as OracleCommand, nowMs, key)
  }
  return {
    oracle,
    quote,
    state,
    submit,
    seq: () => seq,
    nowMs: () => nowMs,
    /** Advances the time without an event. */
    advance: (ms: number) => {
      nowMs += ms
    },
    /** "A market opens only together with its first quote." */
    openMarket: (market: OracleMarket, bid: number, ask = bid) => {
      state(market, 'open')
      quote(market, bid, ask)
    },
    /** Opens a real account and deposits this amount. */
    fund: (dollars: number) => {
      submit({ kind: 'open_account', book: 'real' })
      submit({ kind: 'deposit', amount: dollars * 1_000_000, reference: 'first' })
    },
    place: (market: OracleMarket, ticket: Partial<OracleTicket>) =>
      submit({ kind: 'open_order', ticket: { ...plainTicket, marketId: market.id, ...ticket } }),
    account: () => accountOf(oracle),
    order: (id: number) => orderOf(oracle, id),
    /** Each order as its id and end cause, or its id and status while it is active. */
    statuses: () => accountOf(oracle).orders.map(({ id, status, endCause }) => `${id} ${endCause ?? status}`),
  }
}

/** A funded account and two open markets: EUR/USD at 1.10000 and GBP/USD at 1.25000. */
export function createOpenFixture(dollars: number): Fixture {
  const fixture = createFixture()
  fixture.fund(dollars)
  fixture.openMarket(eurusd, 110_000)
  fixture.openMarket(gbpusd, 125_000)
  return fixture
}

/** The reason for a refusal, or the kind of any other answer. */
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
