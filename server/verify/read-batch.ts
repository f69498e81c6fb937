import type { Command } from '#core/decision/command.ts'
import { movementStates } from '#core/ledger/movement.ts'
import type { LedgerAccount } from '#core/ledger/transfer.ts'
import type { MarketNow } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { isFormat2, type JournalEntry, type Page, unpackJournal, unpackPage } from '#server/engine/engine.ts'

export type ReadableBatch = {
  readonly kind: 'entries'
  readonly entries: readonly JournalEntry[]
  /** Undefined in format 1. */
  readonly page: Page | undefined
}

type Unpacked = ReadableBatch | { readonly kind: 'unreadable'; readonly why: string; readonly entry?: number }

/** Unpacks a batch and validates its entries. */
export function unpackBatch(packed: Buffer): Unpacked {
  const contents = unpacked(packed)
  if (contents === undefined) return unreadable('it does not unpack, or exceeds the size limit')
  const { entries, page } = contents
  if (!Array.isArray(entries)) return unreadable('it is not a list of entries')
  for (const [at, entry] of entries.entries()) {
    const field = invalidField(entry)
    if (field !== undefined) return { ...unreadable(`its field ${field} is invalid`), entry: at + 1 }
  }
  return { kind: 'entries', entries: (entries as readonly JournalEntry[]).map(withNewFields), page }
}

/** Adds the fields that older entries lack. */
function withNewFields(entry: JournalEntry): JournalEntry {
  return withAmendedFrom(withSources(entry))
}

/** Null is correct, because no order of the first rules was amended. */
function withAmendedFrom(entry: JournalEntry): JournalEntry {
  const { rules, outcome } = entry
  if (rules >= 2 || outcome.kind !== 'decided') return entry
  const orders = outcome.effects.orders.map((order) => ({ ...order, amendedFrom: null }))
  return { ...entry, outcome: { ...outcome, effects: { ...outcome.effects, orders } } }
}

/** A feed used to have one source, which had its name. Quotes did not repeat it. */
function withSources(entry: JournalEntry): JournalEntry {
  const { board, feed } = entry
  const markets = Object.entries(board.markets)
  if (!markets.some(([, now]) => lacksSource(now))) return entry
  const named = markets.map(([id, now]) => [id, lacksSource(now) ? withSource(now, feed) : now] as const)
  return { ...entry, board: { ...board, markets: Object.fromEntries(named) } }
}

/** Nothing inside a market is validated, so its quote may be anything. */
function lacksSource(now: MarketNow): now is MarketNow & { readonly quote: Quote } {
  const quote: unknown = isRecord(now) ? now.quote : undefined
  return isRecord(quote) && !('source' in quote)
}

function withSource(now: MarketNow & { readonly quote: Quote }, source: string): MarketNow {
  return { ...now, quote: { ...now.quote, source } }
}

function unpacked(
  packed: Buffer,
): { readonly entries: unknown; readonly page: Page | undefined } | undefined {
  try {
    const page = isFormat2(packed) ? unpackPage(packed) : undefined
    return { entries: page?.entries ?? unpackJournal(packed), page }
  } catch {
    // Corrupt data: the caller reports it.
    return undefined
  }
}

function unreadable(why: string) {
  return { kind: 'unreadable', why } as const
}

// Validation of entries. Tampered data must be reported, not crash the replay.

type Check = (value: unknown) => boolean
type Fields = Readonly<Record<string, Check>>

const commandKinds: Readonly<Record<Command['kind'], true>> = {
  open_account: true,
  open_order: true,
  close_order: true,
  close_many: true,
  reverse_order: true,
  amend_order: true,
  cancel_order: true,
  set_stops: true,
  reset_demo: true,
  deposit: true,
  request_withdrawal: true,
  void_withdrawal: true,
  advance_withdrawal: true,
  finish_withdrawal: true,
  adjust: true,
  judge_tick: true,
  burn_key: true,
  freeze_account: true,
  lift_freeze: true,
}

const ledgerAccounts: Readonly<Record<LedgerAccount, true>> = {
  cash: true,
  locked: true,
  trading: true,
  fees: true,
  write_offs: true,
  deposits: true,
  withdrawals: true,
  demo_credit: true,
  copy_trading: true,
  adjustments: true,
}

const isComplete: Check = (value) => Number.isSafeInteger(value)
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isAccount: Check = (value) => typeof value === 'string' && Object.hasOwn(ledgerAccounts, value)

const isOrder = has({
  id: isComplete,
  userId: isComplete,
  status: oneOf('pending', 'open', 'cancelled', 'closed'),
  profit: orNull(isComplete),
  terms: isRecord,
  placed: isRecord,
})

const isTransfer = has({
  source: isAccount,
  destination: isAccount,
  amount: isComplete,
  type: isText,
  reference: isText,
  orderId: orNull(isComplete),
  operatorId: orAbsent(isComplete),
  secondOperatorId: orAbsent(isComplete),
  memo: orAbsent(isText),
})

const isNotice = has({
  riskRate: isComplete,
  netValue: isComplete,
  usedMargin: isComplete,
  quoteSeq: isComplete,
  timeMs: isComplete,
})

const isMovement = has({
  reference: isText,
  kind: oneOf('deposit', 'withdrawal', 'adjustment'),
  amount: isComplete,
  state: oneOf(...Object.values(movementStates).flat()),
  terms: orAbsent(has({ currency: isText, decimals: isComplete, fee: isComplete, rate: isComplete })),
  note: orAbsent(isText),
  payment: orAbsent(isText),
  reviewerId: orAbsent(isComplete),
  approverId: orAbsent(isComplete),
  payerId: orAbsent(isComplete),
})

const isDecided = has({
  kind: oneOf('decided'),
  effects: has({
    orders: listOf(isOrder),
    transfers: listOf(isTransfer),
    cash: isComplete,
    locked: isComplete,
    isWarned: isFlag,
    notice: orNull(isNotice),
    movement: orNull(isMovement),
  }),
})
const isRefused = has({ kind: oneOf('refused'), reason: isText })
const isBurned = has({ kind: oneOf('burned') })

const entryFields = Object.entries({
  rules: isComplete,
  timeMs: isComplete,
  command: has({
    kind: (kind) => typeof kind === 'string' && Object.hasOwn(commandKinds, kind),
    userId: isComplete,
  }),
  board: has({ seq: isComplete, markets: isRecord, rates: isRecord }),
  feed: isText,
  feeMode: oneOf('per_lot', 'share_of_margin'),
  isRealOpeningBlocked: (value) => value === undefined || value === true,
  market: orNull(isRecord),
  nextOrderId: isComplete,
  nextTransferId: isComplete,
  outcome: (value) => isDecided(value) || isRefused(value) || isBurned(value),
  ordersBefore: (value) => value === undefined || (isRecord(value) && Object.values(value).every(isRecord)),
} satisfies Fields)

/** Name of the first invalid field; undefined if the entry is valid. */
function invalidField(entry: unknown): string | undefined {
  if (!isRecord(entry)) return 'whole'
  return entryFields.find(([field, holds]) => !holds(entry[field]))?.[0]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function has(fields: Fields): Check {
  const checks = Object.entries(fields)
  return (value) => isRecord(value) && checks.every(([field, holds]) => holds(value[field]))
}

function listOf(holds: Check): Check {
  return (value) => Array.isArray(value) && value.every(holds)
}

function orAbsent(holds: Check): Check {
  return (value) => value === undefined || holds(value)
}

function orNull(holds: Check): Check {
  return (value) => value === null || holds(value)
}

function oneOf(...words: readonly string[]): Check {
  return (value) => typeof value === 'string' && words.includes(value)
}
