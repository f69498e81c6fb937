// The journal and the stored outcomes are JSON whose keys are property names of our types. These tests list the keys.
// The compiler compares them with the types, and the tests with stored data. A renamed property fails one of the two.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  Amendment,
  Command,
  FreezeCause,
  LastSeen,
  OrderRef,
  PreviousQuote,
  Ticket,
  WithLastSeen,
} from '#core/decision/command.ts'
import type { Burned, Effects, MarginNotice, OrderRefusal, Refusal } from '#core/decision/decision.ts'
import type { PayoutTerms } from '#core/funds/payout.ts'
import type { Movement } from '#core/ledger/movement.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { MarketNow } from '#core/market/board.ts'
import type { Market, Names } from '#core/market/market.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'
import type { AccountAtDecision, DecisionPrices, Receipt, ReceiptQuote } from '#core/order/receipt.ts'
import type { DecidedOutcome, MovementRecord } from '#server/engine/engine-store.ts'
import type { BoardSnapshot } from '#server/engine/journal/board-snapshot.ts'
import { type JournalEntry, unpackEntries } from '#server/engine/journal/journal.ts'
import { runTradingDay } from '#test/trading-day/trading-day.ts'
import { fixtureRows } from '#test/verify/load-fixture.ts'

/** Returns every key of the type. The compiler rejects missing and unknown keys. */
function keysOf<Type extends object>(keys: Readonly<Record<keyof Type, true>>): readonly string[] {
  return Object.keys(keys)
}

type CommandOf<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>
type Done = Extract<DecidedOutcome, { readonly kind: 'done' }>
type DecidedEntry = Extract<JournalEntry['outcome'], { readonly kind: 'decided' }>

const entry = keysOf<JournalEntry>({
  rules: true,
  timeMs: true,
  command: true,
  board: true,
  feed: true,
  feeMode: true,
  isRealOpeningBlocked: true,
  market: true,
  nextOrderId: true,
  nextTransferId: true,
  outcome: true,
  ordersBefore: true,
})
const decided = keysOf<DecidedEntry>({ kind: true, effects: true })
const refused = keysOf<Refusal>({ kind: true, reason: true, figures: true })
const burned = keysOf<Burned>({ kind: true })
const done = keysOf<Done>({
  kind: true,
  orders: true,
  refusals: true,
  rest: true,
  isIncomplete: true,
  valuedOn: true,
})
const orderRefusal = keysOf<OrderRefusal>({ orderId: true, reason: true, figures: true })
const knownPrices = keysOf<DecisionPrices>({ quote: true, rate: true, knownSeq: true })
const board = keysOf<BoardSnapshot>({
  seq: true,
  tickMs: true,
  markets: true,
  rates: true,
  conversions: true,
})
const marketNow = keysOf<MarketNow>({
  state: true,
  quote: true,
  stateSeq: true,
  isCurrent: true,
  waitFromMs: true,
})
const receiptQuote = keysOf<ReceiptQuote>({ marketId: true, bid: true, ask: true, timeMs: true, seq: true })
const quote = keysOf<Quote>({ marketId: true, bid: true, ask: true, timeMs: true, seq: true, source: true })
const names = keysOf<Names>({ en: true, hk: true })
const market = keysOf<Market>({
  id: true,
  code: true,
  showCode: true,
  names: true,
  categoryId: true,
  logo: true,
  quoteCurrency: true,
  pricePrecision: true,
  unitsPerLot: true,
  lotStep: true,
  leastLots: true,
  mostLots: true,
  leverages: true,
  marginMode: true,
  feePerLot: true,
  feeShare: true,
  hours: true,
  jumpLimitPpm: true,
  staleAfterMs: true,
  referencePrice: true,
})
const effects = keysOf<Effects>({
  orders: true,
  transfers: true,
  cash: true,
  locked: true,
  isWarned: true,
  notice: true,
  movement: true,
})
const order = keysOf<Order>({
  id: true,
  userId: true,
  marketId: true,
  side: true,
  kind: true,
  status: true,
  lots: true,
  leverage: true,
  terms: true,
  askedPrice: true,
  openPrice: true,
  margin: true,
  fee: true,
  stopLoss: true,
  takeProfit: true,
  closePrice: true,
  profit: true,
  endCause: true,
  parentId: true,
  amendedFrom: true,
  placed: true,
  opened: true,
  ended: true,
  placedAtMs: true,
  openedAtMs: true,
  endedAtMs: true,
})
const terms = keysOf<OrderTerms>({
  quoteCurrency: true,
  pricePrecision: true,
  unitsPerLot: true,
  lotStep: true,
  leastLots: true,
  marginMode: true,
  feePerLot: true,
  feeShare: true,
  feeMode: true,
})
const receipt = keysOf<Receipt>({
  rule: true,
  quote: true,
  feed: true,
  knownSeq: true,
  rate: true,
  expected: true,
  slippage: true,
  account: true,
})
const accountAtDecision = keysOf<AccountAtDecision>({
  balance: true,
  netValue: true,
  usedMargin: true,
  riskRate: true,
  needed: true,
})
const transfer = keysOf<Transfer>({
  source: true,
  destination: true,
  amount: true,
  type: true,
  reference: true,
  orderId: true,
  operatorId: true,
  secondOperatorId: true,
  memo: true,
})
const movementKeys = {
  reference: true,
  kind: true,
  amount: true,
  state: true,
  terms: true,
  note: true,
  payment: true,
  reviewerId: true,
  approverId: true,
  payerId: true,
} as const
const movement = keysOf<Movement>(movementKeys)
const payoutTerms = keysOf<PayoutTerms>({ currency: true, decimals: true, fee: true, rate: true })
/** A command contains the whole record of the movement it continues. */
const knownMovement = keysOf<MovementRecord>({ ...movementKeys, userId: true, atMs: true })
const notice = keysOf<MarginNotice>({
  riskRate: true,
  netValue: true,
  usedMargin: true,
  quoteSeq: true,
  timeMs: true,
})
const seen = keysOf<LastSeen>({ seq: true, atMs: true })
const ticket = keysOf<Ticket>({
  marketId: true,
  side: true,
  lots: true,
  leverage: true,
  target: true,
  seen: true,
  deviation: true,
  stopLoss: true,
  takeProfit: true,
})
const knownOrder = keysOf<OrderRef>({ orderId: true, wasKnown: true })
const quoteBefore = keysOf<PreviousQuote>({ bid: true, ask: true })
const tapped = keysOf<WithLastSeen>({ tapped: true })
const amendment = keysOf<Amendment>({ target: true, lots: true, stopLoss: true, takeProfit: true })

const money = { userId: true, kind: true, amount: true, reference: true, known: true } as const
const commands: Readonly<Record<Command['kind'], readonly string[]>> = {
  open_account: keysOf<CommandOf<'open_account'>>({ userId: true, kind: true, book: true }),
  open_order: keysOf<CommandOf<'open_order'>>({ userId: true, kind: true, ticket: true, tapped: true }),
  close_order: ['userId', 'kind', 'lots', ...knownOrder, ...tapped],
  close_many: keysOf<CommandOf<'close_many'>>({
    userId: true,
    kind: true,
    orders: true,
    rest: true,
    tapped: true,
  }),
  reverse_order: ['userId', 'kind', 'seen', 'deviation', ...knownOrder, ...tapped],
  amend_order: ['userId', 'kind', ...amendment, ...knownOrder, ...tapped],
  cancel_order: ['userId', 'kind', ...knownOrder],
  set_stops: ['userId', 'kind', 'stopLoss', 'takeProfit', ...knownOrder, ...tapped],
  burn_key: keysOf<CommandOf<'burn_key'>>({ userId: true, kind: true, key: true }),
  reset_demo: keysOf<CommandOf<'reset_demo'>>({ userId: true, kind: true, maxOrders: true }),
  deposit: keysOf<CommandOf<'deposit'>>({
    ...money,
    result: true,
    operatorId: true,
    approverId: true,
    isWaived: true,
    note: true,
  }),
  request_withdrawal: keysOf<CommandOf<'request_withdrawal'>>({ ...money, terms: true }),
  void_withdrawal: keysOf<CommandOf<'void_withdrawal'>>({ ...money, note: true }),
  advance_withdrawal: keysOf<CommandOf<'advance_withdrawal'>>({
    userId: true,
    kind: true,
    reference: true,
    known: true,
    to: true,
    operatorId: true,
    secondOperatorId: true,
    needsApproval: true,
    isWaived: true,
    note: true,
    payment: true,
  }),
  adjust: keysOf<CommandOf<'adjust'>>({
    ...money,
    direction: true,
    operatorId: true,
    approverId: true,
    isWaived: true,
    memo: true,
  }),
  finish_withdrawal: keysOf<CommandOf<'finish_withdrawal'>>({
    userId: true,
    kind: true,
    isSent: true,
    reference: true,
    known: true,
  }),
  freeze_account: ['userId', 'kind', 'isFrozen', ...keysOf<FreezeCause>({ cause: true, detail: true })],
  lift_freeze: keysOf<CommandOf<'lift_freeze'>>({
    userId: true,
    kind: true,
    operatorId: true,
    reason: true,
    frozenAtMs: true,
    isFrozen: true,
    frozenSinceMs: true,
  }),
  judge_tick: keysOf<CommandOf<'judge_tick'>>({ userId: true, kind: true, marketId: true, before: true }),
}

/** Keys that may be absent: optional in the type, or not yet written under earlier rules. */
const optional = new Set([
  ...['figures', 'refusals', 'valuedOn', 'tapped', 'quote', 'amendedFrom'],
  ...['tickMs', 'conversions', 'stateSeq', 'isCurrent', 'waitFromMs', 'source', 'ordersBefore'],
  ...['frozenAtMs', 'frozenSinceMs', 'isRealOpeningBlocked', 'rest', 'maxOrders', 'isIncomplete'],
  ...['terms', 'note', 'payment', 'reviewerId', 'approverId', 'payerId', 'operatorId', 'secondOperatorId'],
  ...['memo', 'result', 'needsApproval', 'isWaived'],
])

type Json = Readonly<Record<string, unknown>>

const found = new Set<string>()

/** Checks that the value has these keys and no others. */
function check(name: string, keys: readonly string[], value: unknown): Json {
  const json = value as Json
  found.add(name)
  const unknown = Object.keys(json).filter((key) => !keys.includes(key))
  const missing = keys.filter((key) => !(key in json) && !optional.has(key))
  assert.deepEqual({ unknown, missing }, { unknown: [], missing: [] }, name)
  return json
}

function checkAll(value: unknown, one: (value: unknown) => void): void {
  for (const item of value as readonly unknown[]) one(item)
}

function checkIf(value: unknown, one: (value: unknown) => void): void {
  if (value !== null && value !== undefined) one(value)
}

const checkReceiptQuote = (value: unknown) => void check('receipt quote', receiptQuote, value)

function checkReceipt(value: unknown): void {
  const json = check('receipt', [...receipt], value)
  checkIf(json['quote'], checkReceiptQuote)
  checkIf(json['account'], (account) => void check('account', accountAtDecision, account))
}

function checkOrder(value: unknown): void {
  const json = check('order', order, value)
  check('terms', terms, json['terms'])
  for (const at of ['placed', 'opened', 'ended']) checkIf(json[at], checkReceipt)
}

/** A movement that continues an earlier one is stored with all fields of the earlier record. */
function checkMovement(value: unknown): void {
  const json = check('movement', 'userId' in (value as Json) ? knownMovement : movement, value)
  checkIf(json['terms'], checkPayoutTerms)
}

const checkPayoutTerms = (value: unknown) => void check('payout terms', payoutTerms, value)

function checkEffects(value: unknown): void {
  const json = check('effects', effects, value)
  checkAll(json['orders'], checkOrder)
  checkAll(json['transfers'], (one) => void check('transfer', transfer, one))
  checkIf(json['notice'], (one) => void check('notice', notice, one))
  checkIf(json['movement'], checkMovement)
}

function checkCommand(value: unknown): void {
  const { kind } = value as Command
  const json = check(kind, commands[kind], value)
  checkIf(json['tapped'], (one) => void check('seen', seen, one))
  checkIf(json['ticket'], (one) => void check('ticket', ticket, one))
  checkIf(json['known'], (one) => void check('known movement', knownMovement, one))
  checkIf(json['terms'], checkPayoutTerms)
  checkIf(json['before'], (one) => void check('quote before', quoteBefore, one))
  checkIf(json['orders'], (list) => checkAll(list, (one) => void check('known order', knownOrder, one)))
}

function checkBoard(value: unknown): void {
  const json = check('board', board, value)
  for (const now of Object.values(json['markets'] as Json))
    checkIf(check('market now', marketNow, now)['quote'], (one) => void check('quote', quote, one))
}

function checkRefused(value: unknown): void {
  if ((value as Json)['kind'] === 'burned') check('burned', burned, value)
  else check('refused', refused, value)
}

function checkEntry(value: unknown): void {
  const json = check('entry', entry, value)
  checkCommand(json['command'])
  checkBoard(json['board'])
  checkIf(json['market'], (one) => void check('names', names, check('market', market, one)['names']))
  const outcome = json['outcome'] as Json
  if (outcome['kind'] === 'decided') checkEffects(check('decided', decided, outcome)['effects'])
  else checkRefused(outcome)
}

function checkKept(value: unknown): void {
  if ((value as Json)['kind'] === 'done') checkDone(value)
  else checkRefused(value)
}

function checkDone(value: unknown): void {
  const json = check('done', done, value)
  checkAll(json['orders'], checkOrder)
  checkIf(json['refusals'], (list) => checkAll(list, (one) => void check('order refusal', orderRefusal, one)))
  checkIf(json['valuedOn'], (one) =>
    checkIf(check('known prices', knownPrices, one)['quote'], checkReceiptQuote),
  )
}

test('the types name exactly the keys that are stored', async () => {
  for (const name of ['rules-1', 'rules-2', 'rules-2-served', 'format-2']) {
    for (const { packed } of fixtureRows(name, 'journal')) {
      const bytes = Buffer.from(String(packed).slice(2), 'hex')
      for (const one of unpackEntries(bytes)) checkEntry(one)
    }
    for (const { outcome } of fixtureRows(name, 'command_outcomes')) checkKept(outcome)
  }
  // Commands that no earlier version knew, as they are stored now.
  for (let seed = 1; seed <= 8; seed += 1)
    await runTradingDay({ seed, onWritten: ({ packed }) => unpackEntries(packed).forEach(checkEntry) })
  // Every format must occur at least once; otherwise it was never checked.
  const named = ['entry', 'decided', 'refused', 'burned', 'done', 'order refusal', 'known prices', 'board']
  named.push(
    'market now',
    'quote',
    'receipt quote',
    'names',
    'market',
    'effects',
    'order',
    'terms',
    'receipt',
    'account',
  )
  named.push(
    'transfer',
    'movement',
    'notice',
    'seen',
    'ticket',
    'known order',
    'known movement',
    'payout terms',
    'quote before',
  )
  assert.deepEqual([...found].sort(), [...named, ...Object.keys(commands)].sort())
})
