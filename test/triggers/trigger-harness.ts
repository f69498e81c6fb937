import { longestBoardWaitMs } from '#core/decision/board-wait.ts'
import type { Command, Ticket } from '#core/decision/command.ts'
import { decide } from '#core/decision/decide.ts'
import type { Decision, DecisionContext, TradingAccount } from '#core/decision/decision.ts'
import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import { formatPrice, micros, price } from '#core/money/amounts.ts'
import { markets } from '#db/seed/markets.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { nowMs, plainTicket, usd } from '#test/trading/trader.ts'
import { createTriggeredAccounts, type MakeTriggers } from '#test/triggers/account-states.ts'

/** Markets that convert each other, one of them with a fixed margin. */
export const marketCodes = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP', 'EURJPY', 'GER40', 'NGAS'] as const
export type MarketCode = (typeof marketCodes)[number]

export type Placing = {
  readonly code: MarketCode
  readonly side: 'buy' | 'sell'
  readonly lots: string
  /** Where they are, in millionths of the price from it; null for none. */
  readonly target: number | null
  readonly stopLoss: number | null
  readonly takeProfit: number | null
}

export type TriggerHarness = {
  /** The next tick is so much later, by its own time. */
  readonly pass: (ms: number) => void
  readonly place: (userId: number, placing: Placing) => void
  /** To an order of the user, by its place among them; what it is given may make no sense. */
  readonly change: (
    userId: number,
    at: number,
    how: 'close' | 'cancel' | 'set_stops',
    ppm: number | null,
  ) => void
  readonly deposit: (userId: number, dollars: number) => void
  readonly withdraw: (userId: number, dollars: number) => void
  /** By so many millionths from where it is. Where nobody is judged on it, triggers only hear that it came. */
  readonly quote: (code: MarketCode, ppm: number, spread: number, isJudged: boolean) => void
  /** Quotes that come while nobody listens. */
  readonly miss: (moves: readonly (readonly [code: MarketCode, ppm: number])[]) => void
  readonly state: (code: MarketCode, state: MarketState) => void
  readonly freeze: (userId: number) => void
  /** Memory is read again, and quotes come while it is. */
  readonly reload: (moves: readonly (readonly [code: MarketCode, ppm: number])[]) => void
  /** Another process begins, on prices of which these are not known any more. */
  readonly restart: (forgotten: readonly MarketCode[]) => void
  /** What was done to whom by the rules without the triggers having named them. */
  readonly missed: readonly string[]
  /** What was done at all, and how often. */
  readonly done: ReadonlyMap<string, number>
  /** How many were named, over all ticks. */
  readonly named: () => number
}

export const userIds = [1, 2, 3, 4, 5, 6] as const

/** Accounts that are all judged on every tick, beside triggers that are to name everyone for whom something comes of it. */
export function createTriggerHarness(make: MakeTriggers): TriggerHarness {
  let board: LiveBoard = createBoard(
    markets,
    marketCodes.map((code) => ({ marketId: marketOf(code).id, state: 'open', quote: firstQuote(code) })),
  )
  let book = createTriggeredAccounts(userIds.map(firstAccount), board, make)
  const frozen = new Set<number>()
  const missed: string[] = []
  const done = new Map<string, number>()
  let named = 0
  let seq = 1000
  let tickMs = 1000
  let nextOrderId = 1
  let nextReference = 1

  function surroundings(marketId?: number): DecisionContext {
    const market = marketId === undefined ? undefined : board.market(marketId)
    return { timeMs: nowMs, board, feed: 'test', feeMode: 'per_lot', market, nextOrderId }
  }
  function write(userId: number, decision: Decision): void {
    if (decision.kind !== 'decided') return
    for (const { id } of decision.effects.orders) nextOrderId = Math.max(nextOrderId, id + 1)
    book.apply(userId, decision.effects)
  }
  function ask(command: Command, marketId?: number): void {
    if (frozen.has(command.userId)) return
    write(command.userId, decide(book.account(command.userId), command, surroundings(marketId)))
    book.triggers.markDirty(command.userId)
  }
  function applyQuote(code: MarketCode, ppm: number, spread: number): Quote | undefined {
    const { id } = marketOf(code)
    const before = board.now(id).quote
    const bid = price(Math.max(1, Math.round((before ?? firstQuote(code)).bid * (1 + ppm / 1e6))))
    seq += 1
    tickMs += 1
    board.apply({ kind: 'quote', marketId: id, bid, ask: price(bid + spread), timeMs: tickMs, seq })
    return before
  }
  /** Every market is current, and no account waits for the board. */
  function warmUp(): void {
    for (const code of marketCodes) applyQuote(code, 0, 2)
    tickMs += longestBoardWaitMs
    applyQuote('EURUSD', 0, 2)
  }
  function judgeAll(marketId: number, before: Quote | undefined): void {
    const due = new Set(book.triggers.accountsToCheck(marketId))
    const sides = before === undefined ? null : { bid: before.bid, ask: before.ask }
    for (const account of book.accounts()) {
      const { userId } = account
      if (frozen.has(userId)) continue
      const command = { kind: 'judge_tick', userId, marketId, before: sides } as const
      const decision = decide(account, command, surroundings())
      const what = [...whatCame(account, decision), ...whatWasLacking(account, board, before)]
      for (const one of what) done.set(one, (done.get(one) ?? 0) + 1)
      if (decision.kind === 'decided' && !due.has(userId)) missed.push(`${userId}: ${what.join(', ')}`)
      write(userId, decision)
      if (decision.kind === 'decided') book.triggers.markDirty(userId)
      else if (due.has(userId)) book.triggers.watch(userId, decision.kind === 'nothing' ? decision : {})
    }
    named += due.size
  }
  function typed(code: MarketCode, ppm: number | null): string | null {
    const { id, pricePrecision } = marketOf(code)
    const { bid } = board.now(id).quote ?? firstQuote(code)
    return ppm === null
      ? null
      : formatPrice(price(Math.max(1, Math.round(bid * (1 + ppm / 1e6)))), pricePrecision)
  }

  warmUp()
  return {
    pass(ms) {
      tickMs += ms
    },
    place(userId, { code, side, lots, target, stopLoss, takeProfit }) {
      const marketId = marketOf(code).id
      const levels = {
        target: typed(code, target),
        stopLoss: typed(code, stopLoss),
        takeProfit: typed(code, takeProfit),
      }
      const ticket: Ticket = { ...plainTicket, marketId, side, lots, ...levels }
      ask({ kind: 'open_order', userId, ticket }, marketId)
    },
    change(userId, at, how, ppm) {
      const orders = [...book.account(userId).orders.values()]
      const order = orders[at % orders.length]
      if (order === undefined) return
      const known = { orderId: order.id, wasKnown: true, userId }
      const code = marketCodes.find((one) => marketOf(one).id === order.marketId)
      if (how === 'close') ask({ kind: 'close_order', lots: at % 2 === 0 ? '0.05' : null, ...known })
      else if (how === 'cancel') ask({ kind: 'cancel_order', ...known })
      else if (code !== undefined) {
        const [one, other] = [typed(code, ppm), typed(code, ppm === null ? null : -ppm)]
        ask({ kind: 'set_stops', stopLoss: one, takeProfit: other, ...known })
      }
    },
    deposit(userId, dollars) {
      nextReference += 1
      const amount = micros(dollars * 1_000_000)
      ask({ kind: 'deposit', userId, amount, reference: `in ${nextReference}`, known: null })
    },
    withdraw(userId, dollars) {
      nextReference += 1
      const amount = micros(dollars * 1_000_000)
      ask({ kind: 'request_withdrawal', userId, amount, reference: `out ${nextReference}`, known: null })
    },
    quote(code, ppm, spread, isJudged) {
      const { id } = marketOf(code)
      const before = applyQuote(code, ppm, spread)
      if (board.now(id).state === 'open' && isJudged) judgeAll(id, before)
      else book.triggers.markMarketDirty(id)
    },
    miss(moves) {
      for (const [code, ppm] of moves) applyQuote(code, ppm, 2)
      book.triggers.markAllMarketsDirty()
    },
    state(code, state) {
      const { id } = marketOf(code)
      seq += 1
      board.apply({ kind: 'state', marketId: id, state, timeMs: tickMs, seq })
      if (state === 'open') book.triggers.marketOpened(id)
    },
    freeze: (userId) => void frozen.add(userId),
    reload(moves) {
      book.reload()
      frozen.clear()
      for (const [at, account] of book.withPositions().entries()) {
        const move = moves[at]
        if (move !== undefined) {
          applyQuote(...move, 2)
          book.triggers.markMarketDirty(marketOf(move[0]).id)
        }
        book.triggers.watch(account.userId, {})
      }
      book.triggers.markAllMarketsDirty()
    },
    restart(forgotten) {
      const kept = marketCodes.filter((code) => !forgotten.includes(code)).map((code) => marketOf(code).id)
      board = createBoard(
        markets,
        kept.map((marketId) => ({ marketId, ...board.now(marketId) })),
      )
      book = createTriggeredAccounts(book.accounts(), board, make)
      frozen.clear()
      for (const { userId } of book.withPositions()) book.triggers.watch(userId, {})
      book.triggers.markAllMarketsDirty()
    },
    missed,
    done,
    named: () => named,
  }
}

/** By name, so that a life in which too little happens is seen. */
function whatCame(before: TradingAccount, decision: Decision): readonly string[] {
  if (decision.kind === 'nothing' && decision.boardWait !== undefined) return ['half a board']
  if (decision.kind !== 'decided') return 'isWaiting' in decision ? ['waiting'] : []
  const { orders, notice, isWarned } = decision.effects
  const what = orders.map(({ status, endCause }) => (endCause === null ? status : `${status} by ${endCause}`))
  if (notice !== null) what.push('warned')
  if (before.isWarned && !isWarned) what.push('armed again')
  return what
}

/** A market that was never quoted before; a rate that is not known for an order that stands. */
function whatWasLacking(
  { orders }: TradingAccount,
  board: LiveBoard,
  before: Quote | undefined,
): readonly string[] {
  const lacking = [...orders.values()].filter(({ terms }) => board.rate(terms.quoteCurrency) === undefined)
  return [
    ...(before === undefined ? ['first quote'] : []),
    ...lacking.map(({ status }) => `${status} without a rate`),
  ]
}

function firstAccount(userId: number): TradingAccount {
  const cash = usd(String(userId * 1500))
  return { userId, book: 'real', cash, locked: micros(0), isWarned: false, orders: new Map() }
}

function firstQuote(code: MarketCode): Quote {
  const { id, referencePrice } = marketOf(code)
  return { marketId: id, bid: referencePrice, ask: price(referencePrice + 2), timeMs: 0, seq: 1 }
}
