// Changes of currencies, pay addresses and bank accounts. An address, a bank field or a rate decides where users' money
// goes and what it is worth, so a second operator approves its change. Everything else takes effect at once.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { OperatorName } from '#server/approvals/approvals.ts'
import { recordAudit } from '#server/audit/audit.ts'
import {
  type Changed,
  type ChangeRefusal,
  saveCurrency,
  savePayAddress,
  saveWireOption,
} from '#server/funds/change-pay-options.ts'
import { lockCurrency, lockPayAddress, lockWireOption } from '#server/funds/currencies-store.ts'
import type { Currency, PayAddress, WireOption } from '#server/funds/funds-types.ts'
import type { FundsReviewer, Proposals } from '#server/funds/review/review-types.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

/** The three tables of pay options. */
type Rows = {
  readonly currency: Currency
  readonly pay_address: PayAddress
  readonly wire_option: WireOption
}

export type OptionKind = keyof Rows

/** Fields whose change a second operator approves. A new row counts as a change of all of them. */
const guardedFields: { readonly [Kind in OptionKind]: readonly (keyof Rows[Kind])[] } = {
  currency: ['depositRate', 'payoutRate'],
  pay_address: ['address'],
  wire_option: ['bankName', 'bankAddress', 'bankSwift', 'payeeName', 'payeeAccount', 'bankRemark'],
}

const lock: {
  readonly [Kind in OptionKind]: (client: PoolClient, id: number) => Promise<Rows[Kind] | undefined>
} = {
  currency: lockCurrency,
  pay_address: lockPayAddress,
  wire_option: lockWireOption,
}

type Typed<Kind extends OptionKind> = Omit<Rows[Kind], 'id'> & { readonly id?: number | undefined }

/** A row of any of the tables. */
export type TypedOption = { readonly [Kind in OptionKind]: Typed<Kind> }[OptionKind]

const save: {
  readonly [Kind in OptionKind]: (
    client: PoolClient,
    typed: Typed<Kind>,
  ) => Promise<Changed<Rows[Kind]> | ChangeRefusal>
} = { currency: saveCurrency, pay_address: savePayAddress, wire_option: saveWireOption }

export type OptionChanged =
  | { readonly kind: 'changed'; readonly id: number }
  | { readonly kind: 'proposed'; readonly proposalId: number }

/** A proposed row, with the row it replaces. Null for a new one. */
export type OptionPayload<Kind extends OptionKind = OptionKind> = {
  readonly table: Kind
  /** Code and network, for the operator who approves. */
  readonly currency: string
  readonly before: Rows[Kind] | null
  readonly after: Typed<Kind>
}

export type OptionParts = { readonly pool: Pool; readonly proposals: Proposals }

export type OptionChange<Kind extends OptionKind> = FundsReviewer & {
  readonly table: Kind
  /** Undefined for a new row. */
  readonly id: number | undefined
  /** Gives the row as it shall be, from the row as it is. */
  readonly edit: (before: Rows[Kind] | undefined) => Typed<Kind> | Refusal
}

class NotApplied extends Error {}

/** Saves the row at once, or proposes it. The row is tried out before it is proposed, so that a mistake shows early. */
export async function changeOption<Kind extends OptionKind>(
  parts: OptionParts,
  change: OptionChange<Kind>,
): Promise<OptionChanged | Refusal> {
  const { table, id } = change
  let payload: OptionPayload<Kind> | undefined
  try {
    return await inTransaction(parts.pool, async (client) => {
      const before = id === undefined ? undefined : await lock[table](client, id)
      if (id !== undefined && before === undefined) return refused('not_found')
      const after = change.edit(before)
      if ('kind' in after && after.kind === 'refused') return after as Refusal
      const typed = after as Typed<Kind>
      const saved = await save[table](client, typed)
      if (saved.kind === 'refused') return changeRefusal(saved)
      if (isGuarded(table, before, saved.after)) {
        const currency = await currencyName(client, saved.after)
        payload = { table, currency, before: before ?? null, after: { ...saved.after, id } }
        throw new NotApplied()
      }
      await auditChange(client, change, table, saved)
      return { kind: 'changed', id: saved.after.id }
    })
  } catch (thrown) {
    if (!(thrown instanceof NotApplied) || payload === undefined) throw thrown
    return await propose(parts, change, payload)
  }
}

async function currencyName(client: PoolClient, row: Rows[OptionKind]): Promise<string> {
  const currency = 'currencyId' in row ? await lockCurrency(client, row.currencyId) : row
  return [currency?.code, currency?.protocol].filter(Boolean).join(' ')
}

/** Some refusals are about one field, whatever the row. */
const fieldOf: Readonly<Record<string, string>> = {
  invalid_iban: 'payee_account',
  invalid_swift: 'bank_swift',
}

function changeRefusal({ reason, field }: ChangeRefusal): Refusal {
  const named = field === undefined ? fieldOf[reason] : wireField(field)
  return refused(reason, named === undefined ? {} : { field: named })
}

const otherNames: Readonly<Record<string, string>> = { feeValue: 'fee', feeKind: 'fee_type' }

/** `leastDeposit` is `least_deposit` on the wire. */
export function wireField(field: string): string {
  return otherNames[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function isGuarded<Kind extends OptionKind>(
  table: Kind,
  before: Rows[Kind] | undefined,
  after: Rows[Kind],
): boolean {
  // A new currency has no rate yet, or one that is guarded like a changed one.
  if (before === undefined && table === 'currency')
    return guardedFields[table].some((field) => after[field] !== null)
  return before === undefined || guardedFields[table].some((field) => before[field] !== after[field])
}

async function propose<Kind extends OptionKind>(
  { proposals }: OptionParts,
  { operator: by, address }: FundsReviewer,
  payload: OptionPayload<Kind>,
): Promise<OptionChanged | Refusal> {
  const proposal = { kind: payload.table, subject: subjectOf(payload), payload, by, address }
  const proposed = await proposals.propose(proposal)
  return proposed.kind === 'proposed' ? { kind: 'proposed', proposalId: proposed.id } : proposed
}

/** One open proposal for each row, and one new address or bank account at a time for each currency. */
function subjectOf({ table, before, after }: OptionPayload): string {
  if (before !== null) return `${table}:${before.id}`
  return `${table}:new:${'currencyId' in after ? after.currencyId : ''}`
}

/** Applies an approved proposal. Refuses if the row was changed since. */
export async function applyOption<Kind extends OptionKind>(
  client: PoolClient,
  { table, before, after }: OptionPayload<Kind>,
  approver: OperatorName,
): Promise<Refusal | undefined> {
  const current = before === null ? undefined : await lock[table](client, before.id)
  if (before !== null && !isSameRow(current, before)) return refused('terms_changed')
  const saved = await save[table](client, after)
  if (saved.kind === 'refused') return changeRefusal(saved)
  // The address of the approver is in the entry of the approval.
  await auditChange(client, { operator: approver, address: '' }, table, saved)
  return undefined
}

function isSameRow(one: object | undefined, other: object): boolean {
  const sorted = (row: object) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
  return one !== undefined && sorted(one) === sorted(other)
}

async function auditChange<Kind extends OptionKind>(
  client: PoolClient,
  { operator, address }: { readonly operator: OperatorName; readonly address: string },
  table: Kind,
  { before, after }: Changed<Rows[Kind]>,
): Promise<void> {
  await recordAudit(client, {
    operatorId: operator.operatorId,
    who: operator.email,
    action: `${table}_changed`,
    subject: `${table}:${after.id}`,
    details: changedFields(before, after),
    address,
  })
}

/** Old and new value of each field that differs. */
export function changedFields(
  before: object | null | undefined,
  after: object,
): Record<string, readonly [unknown, unknown]> {
  const old = (before ?? {}) as Record<string, unknown>
  const changed = Object.entries(after).filter(([field, value]) => old[field] !== value)
  return Object.fromEntries(changed.map(([field, value]) => [field, [old[field] ?? null, value]]))
}
