// What was packed may have been mangled: whatever is not an entry is found here and not by falling over it.
import type { Command } from '#core/decision/command.ts'
import type { LedgerAccount } from '#core/ledger/transfer.ts'

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
export function misshapenField(entry: unknown): string | undefined {
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
