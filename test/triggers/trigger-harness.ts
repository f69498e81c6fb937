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
import { createTriggeredAccounts, type MakeTriggers } from '#test/triggers/triggered-accounts.ts'

/** Markets of which some convert the currency of others, and one has a fixed margin. */
export const marketCodes = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP', 'EURJPY', 'GER40', 'NGAS'] as const
export type MarketCode = (typeof marketCodes)[number]

export type Placing = {
  readonly code: MarketCode
  readonly side: 'buy' | 'sell'
  readonly lots: string
  /** Prices as distances from the current price, in millionths of it. Null means none. */
  readonly target: number | null
  readonly stopLoss: number | null
  readonly takeProfit: number | null
}

export type TriggerHarness = {
  /** Moves the time of the next tick forward. */
  readonly pass: (ms: number) => void
  readonly place: (userId: number, placing: Placing) => void
  /** Changes the order at position `at` in the list of the user's orders. The values may be invalid. */
  readonly change: (
    userId: number,
    at: number,
    how: 'close' | 'cancel' | 'set_stops',
    ppm: number | null,
  ) => void
  readonly deposit: (userId: number, dollars: number) => void
  readonly withdraw: (userId: number, dollars: number) => void
  /** Moves the price by `ppm`. If the quote is not evaluated, the triggers are only notified of it. */
  readonly quote: (code: MarketCode, ppm: number, spread: number, isEvaluated: boolean) => void
  /** Applies quotes to the board without notifying the triggers of each. */
  readonly miss: (moves: readonly (readonly [code: MarketCode, ppm: number])[]) => void
  readonly state: (code: MarketCode, state: MarketState) => void
  readonly freeze: (userId: number) => void
  /** Reloads all accounts into the triggers while these quotes arrive. */
  readonly reload: (moves: readonly (readonly [code: MarketCode, ppm: number])[]) => void
  /** Simulates a restart after which these markets have no price. */
  readonly restart: (forgotten: readonly MarketCode[]) => void
  /** Effects of the trading rules on accounts that the triggers failed to select. */
  readonly missed: readonly string[]
  /** Number of effects by kind. */
  readonly done: ReadonlyMap<string, number>
  /** Number of selected accounts over all ticks. */
  readonly selected: () => number
}

export const userIds = [1, 2, 3, 4, 5, 6] as const

/** Evaluates all accounts on every tick, to check that the triggers select each account that is affected. */
export function createTriggerHarness(make: MakeTriggers): TriggerHarness {
  let board: LiveBoard = createBoard(
    markets,
    marketCodes.map((code) => ({ marketId: marketOf(code).id, state: 'open', quote: firstQuote(code) })),
  )
  let accounts = createTriggeredAccounts(userIds.map(firstAccount), board, make)
  const frozen = new Set<number>()
  const missed: string[] = []
  const done = new Map<string, number>()
  let selected = 0
  let seq = 1000
  let tickMs = 1000
  let nextOrderId = 1
  let nextReference = 1

  function contextOf(marketId?: number): DecisionContext {
    const market = marketId === undefined ? undefined : board.market(marketId)
    const settings = { feed: 'test', feeMode: 'per_lot', isRealOpeningBlocked: false } as const
    return { timeMs: nowMs, board, ...settings, market, nextOrderId }
  }
  function write(userId: number, decision: Decision): void {
    if (decision.kind !== 'decided') return
    for (const { id } of decision.effects.orders) nextOrderId = Math.max(nextOrderId, id + 1)
    accounts.apply(userId, decision.effects)
  }
  function execute(command: Command, marketId?: number): void {
    if (frozen.has(command.userId)) return
    write(command.userId, decide(accounts.account(command.userId), command, contextOf(marketId)))
    accounts.triggers.markDirty(command.userId)
  }
  function applyQuote(code: MarketCode, ppm: number, spread: number): Quote | undefined {
    const { id } = marketOf(code)
    const before = board.now(id).quote
    const bid = price(Math.max(1, Math.round((before ?? firstQuote(code)).bid * (1 + ppm / 1e6))))
    seq += 1
    tickMs += 1
    board.apply({
      kind: 'quote',
      marketId: id,
      bid,
      ask: price(bid + spread),
      timeMs: tickMs,
      seq,
      source: 'test',
    })
    return before
  }
  /** Makes every market current and ends all board waits. */
  function warmUp(): void {
    for (const code of marketCodes) applyQuote(code, 0, 2)
    tickMs += longestBoardWaitMs
    applyQuote('EURUSD', 0, 2)
  }
  function evaluateAll(marketId: number, before: Quote | undefined): void {
    const toCheck = new Set(accounts.triggers.accountsToCheck(marketId))
    const sides = before === undefined ? null : { bid: before.bid, ask: before.ask }
    for (const account of accounts.accounts()) {
      const { userId } = account
      if (frozen.has(userId)) continue
      const command = { kind: 'judge_tick', userId, marketId, before: sides } as const
      const decision = decide(account, command, contextOf())
      const events = [...effectsOf(account, decision), ...missingPrices(account, board, before)]
      for (const event of events) done.set(event, (done.get(event) ?? 0) + 1)
      if (decision.kind === 'decided' && !toCheck.has(userId)) missed.push(`${userId}: ${events.join(', ')}`)
      write(userId, decision)
      if (decision.kind === 'decided') accounts.triggers.markDirty(userId)
      else if (toCheck.has(userId))
        accounts.triggers.watch(userId, decision.kind === 'nothing' ? decision : {})
    }
    selected += toCheck.size
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
      execute({ kind: 'open_order', userId, ticket }, marketId)
    },
    change(userId, at, how, ppm) {
      const orders = [...accounts.account(userId).orders.values()]
      const order = orders[at % orders.length]
      if (order === undefined) return
      const known = { orderId: order.id, wasKnown: true, userId }
      const code = marketCodes.find((one) => marketOf(one).id === order.marketId)
      if (how === 'close') execute({ kind: 'close_order', lots: at % 2 === 0 ? '0.05' : null, ...known })
      else if (how === 'cancel') execute({ kind: 'cancel_order', ...known })
      else if (code !== undefined) {
        const [one, other] = [typed(code, ppm), typed(code, ppm === null ? null : -ppm)]
        execute({ kind: 'set_stops', stopLoss: one, takeProfit: other, ...known })
      }
    },
    deposit(userId, dollars) {
      nextReference += 1
      const amount = micros(dollars * 1_000_000)
      execute({ kind: 'deposit', userId, amount, reference: `in ${nextReference}`, known: null })
    },
    withdraw(userId, dollars) {
      nextReference += 1
      const amount = micros(dollars * 1_000_000)
      execute({ kind: 'request_withdrawal', userId, amount, reference: `out ${nextReference}`, known: null })
    },
    quote(code, ppm, spread, isEvaluated) {
      const { id } = marketOf(code)
      const before = applyQuote(code, ppm, spread)
      if (board.now(id).state === 'open' && isEvaluated) evaluateAll(id, before)
      else accounts.triggers.markMarketDirty(id)
    },
    miss(moves) {
      for (const [code, ppm] of moves) applyQuote(code, ppm, 2)
      accounts.triggers.markAllMarketsDirty()
    },
    state(code, state) {
      const { id } = marketOf(code)
      seq += 1
      board.apply({ kind: 'state', marketId: id, state, timeMs: tickMs, seq })
      if (state === 'open') accounts.triggers.marketOpened(id)
    },
    freeze: (userId) => void frozen.add(userId),
    reload(moves) {
      accounts.reload()
      frozen.clear()
      for (const [at, account] of accounts.withPositions().entries()) {
        const move = moves[at]
        if (move !== undefined) {
          applyQuote(...move, 2)
          accounts.triggers.markMarketDirty(marketOf(move[0]).id)
        }
        accounts.triggers.watch(account.userId, {})
      }
      accounts.triggers.markAllMarketsDirty()
    },
    restart(forgotten) {
      const kept = marketCodes.filter((code) => !forgotten.includes(code)).map((code) => marketOf(code).id)
      board = createBoard(
        markets,
        kept.map((marketId) => ({ marketId, ...board.now(marketId) })),
      )
      accounts = createTriggeredAccounts(accounts.accounts(), board, make)
      frozen.clear()
      for (const { userId } of accounts.withPositions()) accounts.triggers.watch(userId, {})
      accounts.triggers.markAllMarketsDirty()
    },
    missed,
    done,
    selected: () => selected,
  }
}

/** Names of the decision's effects. */
function effectsOf(before: TradingAccount, decision: Decision): readonly string[] {
  if (decision.kind === 'nothing' && decision.boardWait !== undefined) return ['incomplete board']
  if (decision.kind !== 'decided') return 'hasNoOpenMarket' in decision ? ['no open market'] : []
  const { orders, notice, isWarned } = decision.effects
  const effects = orders.map(({ status, endCause }) =>
    endCause === null ? status : `${status} by ${endCause}`,
  )
  if (notice !== null) effects.push('warned')
  if (before.isWarned && !isWarned) effects.push('margin call reset')
  return effects
}

/** Names the unusual inputs of a tick: the first quote of a market, and orders without a conversion rate. */
function missingPrices(
  { orders }: TradingAccount,
  board: LiveBoard,
  before: Quote | undefined,
): readonly string[] {
  const withoutRate = [...orders.values()].filter(
    ({ terms }) => board.rate(terms.quoteCurrency) === undefined,
  )
  return [
    ...(before === undefined ? ['first quote'] : []),
    ...withoutRate.map(({ status }) => `${status} without a rate`),
  ]
}

function firstAccount(userId: number): TradingAccount {
  const cash = usd(String(userId * 1500))
  return { userId, book: 'real', cash, locked: micros(0), isWarned: false, orders: new Map() }
}

function firstQuote(code: MarketCode): Quote {
  const { id, referencePrice } = marketOf(code)
  return {
    marketId: id,
    bid: referencePrice,
    ask: price(referencePrice + 2),
    timeMs: 0,
    seq: 1,
    source: 'test',
  }
}
