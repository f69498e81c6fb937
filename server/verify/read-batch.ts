import type { Command } from '#core/decision/command.ts'
import type { LedgerAccount } from '#core/ledger/transfer.ts'
import { type JournalEntry, unpackJournal } from '#server/engine/engine.ts'

/** Far more than 2,048 commands and 6,000 rows come to. */
const mostUnpackedBytes = 256 * 1024 * 1024

type Unpacked =
  | { readonly kind: 'entries'; readonly entries: readonly JournalEntry[] }
  | { readonly kind: 'unreadable'; readonly why: string; readonly entry?: number }

/** What a batch says, or why nobody can read it. */
export function unpackBatch(packed: Buffer): Unpacked {
  const entries = unpacked(packed)
  if (entries === undefined) return unreadable('it does not unpack, or to more than a batch can hold')
  if (!Array.isArray(entries)) return unreadable('it is not a list of entries')
  for (const [at, entry] of entries.entries()) {
    const field = misshapenField(entry)
    if (field !== undefined) return { ...unreadable(`its ${field} is not what an entry has`), entry: at + 1 }
  }
  return { kind: 'entries', entries: (entries as readonly JournalEntry[]).map(withNewFields) }
}

/** Orders that older rules wrote lack the fields that came later: none of them had what those would say. */
function withNewFields(entry: JournalEntry): JournalEntry {
  const { rules, outcome } = entry
  if (rules >= 2 || outcome.kind !== 'decided') return entry
  const orders = outcome.effects.orders.map((order) => ({ ...order, amendedFrom: null }))
  return { ...entry, outcome: { ...outcome, effects: { ...outcome.effects, orders } } }
}

function unpacked(packed: Buffer): unknown {
  try {
    return unpackJournal(packed, mostUnpackedBytes)
  } catch {
    // Whatever is wrong with it, it was not packed like this.
    return undefined
  }
}

function unreadable(why: string) {
  return { kind: 'unreadable', why } as const
}

// What was packed may have been mangled: whatever is not an entry is found here and not by falling over it.

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
  finish_withdrawal: true,
  judge_tick: true,
  burn_key: true,
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

const isWhole: Check = (value) => Number.isSafeInteger(value)
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isAccount: Check = (value) => typeof value === 'string' && Object.hasOwn(ledgerAccounts, value)

const isOrder = has({
  id: isWhole,
  userId: isWhole,
  status: oneOf('pending', 'open', 'cancelled', 'closed'),
  profit: orNull(isWhole),
  terms: isRecord,
  placed: isRecord,
})

const isTransfer = has({
  source: isAccount,
  destination: isAccount,
  amount: isWhole,
  type: isText,
  reference: isText,
  orderId: orNull(isWhole),
})

const isNotice = has({
  riskRate: isWhole,
  netValue: isWhole,
  usedMargin: isWhole,
  quoteSeq: isWhole,
  timeMs: isWhole,
})

const isMovement = has({
  reference: isText,
  kind: oneOf('deposit', 'withdrawal'),
  amount: isWhole,
  state: oneOf('credited', 'locked', 'sent', 'returned'),
})

const isDecided = has({
  kind: oneOf('decided'),
  effects: has({
    orders: listOf(isOrder),
    transfers: listOf(isTransfer),
    cash: isWhole,
    locked: isWhole,
    isWarned: isFlag,
    notice: orNull(isNotice),
    movement: orNull(isMovement),
  }),
})
const isRefused = has({ kind: oneOf('refused'), reason: isText })
const isBurned = has({ kind: oneOf('burned') })

const entryFields = Object.entries({
  rules: isWhole,
  timeMs: isWhole,
  command: has({
    kind: (kind) => typeof kind === 'string' && Object.hasOwn(commandKinds, kind),
    userId: isWhole,
  }),
  board: has({ seq: isWhole, markets: isRecord, rates: isRecord }),
  feed: isText,
  feeMode: oneOf('per_lot', 'share_of_margin'),
  market: orNull(isRecord),
  nextOrderId: isWhole,
  nextTransferId: isWhole,
  outcome: (value) => isDecided(value) || isRefused(value) || isBurned(value),
} satisfies Fields)

/** The first field of an entry that is not what it must be; undefined where all are. */
function misshapenField(entry: unknown): string | undefined {
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

function orNull(holds: Check): Check {
  return (value) => value === null || holds(value)
}

function oneOf(...words: readonly string[]): Check {
  return (value) => typeof value === 'string' && words.includes(value)
}
