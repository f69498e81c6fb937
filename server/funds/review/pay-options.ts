// Changes of currencies, pay addresses and bank accounts. A second operator approves what decides where users' money goes
// and what it is worth: an address, a bank field, a rate, a higher fee, and what is offered. Everything else takes effect
// at once.
import { currencyToWire } from '#contract/desk/funds-wire.ts'
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
import { type Currency, type PayAddress, type WireOption, wireFieldNames } from '#server/funds/funds-types.ts'
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
  wire_option: wireFieldNames,
}

/** Switching one on offers it to users: an address whose key leaked, or a rate of last year. Off is always allowed. */
const guardedSwitches: { readonly [Kind in OptionKind]: readonly (keyof Rows[Kind])[] } = {
  currency: ['isDepositOn', 'isPayoutOn'],
  pay_address: ['isOn'],
  wire_option: ['isOn'],
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
  /** Code and network, for the operator who approves. Absent in proposals of earlier versions. */
  readonly currency?: string
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
  if (before === undefined) return true
  return (
    guardedFields[table].some((field) => before[field] !== after[field]) ||
    guardedSwitches[table].some((field) => !before[field] && after[field]) ||
    hasHigherFee(before, after)
  )
}

/** A fee of another kind cannot be compared, so it counts as higher. */
function hasHigherFee(before: Rows[OptionKind], after: Rows[OptionKind]): boolean {
  if (!('feeKind' in before) || !('feeKind' in after)) return false
  return before.feeKind !== after.feeKind || after.feeValue > before.feeValue
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

/**
 * Applies an approved proposal: only the fields that it changes, so that other changes made meanwhile stay. Refuses if
 * one of its fields was changed since.
 */
export async function applyOption<Kind extends OptionKind>(
  client: PoolClient,
  { table, before, after }: OptionPayload<Kind>,
  approver: OperatorName,
): Promise<Refusal | undefined> {
  const current = before === null ? undefined : await lock[table](client, before.id)
  const wanted = before === null ? after : mergedRow(current, before, after)
  if (wanted === undefined) return refused('terms_changed')
  const saved = await save[table](client, wanted)
  if (saved.kind === 'refused') return changeRefusal(saved)
  // The address of the approver is in the entry of the approval.
  await auditChange(client, { operator: approver, address: '' }, table, saved)
  return undefined
}

/** The row as it is, with the proposed fields. Undefined if one of these is no longer as it was. */
function mergedRow<Kind extends OptionKind>(
  current: Rows[Kind] | undefined,
  before: Rows[Kind],
  after: Typed<Kind>,
): Typed<Kind> | undefined {
  const fields = proposedFields(before, after)
  if (current === undefined || fields.some((field) => current[field] !== before[field])) return undefined
  return { ...current, ...Object.fromEntries(fields.map((field) => [field, after[field]])) }
}

/** The value of a fee means something else with another kind, so the two belong together. */
const feeFields: readonly string[] = ['feeKind', 'feeValue']

function proposedFields<Kind extends OptionKind>(before: Rows[Kind], after: Typed<Kind>) {
  const changed = Object.keys(changedFields(before, after))
  const fields = feeFields.some((field) => changed.includes(field)) ? [...changed, ...feeFields] : changed
  return fields as (keyof Rows[Kind] & keyof Typed<Kind>)[]
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
    // A replaced row and its successor are both in the details.
    subject: `${table}:${before?.id ?? after.id}`,
    details: {
      ...shownChanges(before, after),
      ...(before === undefined || before.id === after.id ? {} : { id: { from: before.id, to: after.id } }),
      ...('currencyId' in after ? { currency_id: after.currencyId } : {}),
    },
    address,
  })
}

/** Old and new value of each field that differs, as the console shows it. */
export function shownChanges(
  before: TypedOption | null | undefined,
  after: TypedOption,
): Record<string, { readonly from: unknown; readonly to: unknown }> {
  const changed = changedFields(before ? shown(before) : undefined, shown(after))
  return Object.fromEntries(Object.entries(changed).map(([field, [from, to]]) => [field, { from, to }]))
}

function shown(row: TypedOption): Readonly<Record<string, string | number>> {
  if ('decimals' in row) {
    const { id: _, ...terms } = currencyToWire({ ...row, id: 0 })
    return terms
  }
  const { id: _, currencyId: __, isOn, ...texts } = row
  const named = Object.entries(texts).map(([field, text]) => [wireField(field), text] as const)
  return { ...Object.fromEntries(named), is_on: isOn ? 1 : 0 }
}

/** A rate of yesterday is not approved today. */
export function hasNewRate({ table, before, after }: OptionPayload): boolean {
  const changed = changedFields(before, after)
  return table === 'currency' && ('depositRate' in changed || 'payoutRate' in changed)
}

/** Old and new value of each field that differs. */
function changedFields(
  before: object | null | undefined,
  after: object,
): Record<string, readonly [unknown, unknown]> {
  const old = (before ?? {}) as Record<string, unknown>
  const changed = Object.entries(after).filter(([field, value]) => old[field] !== value)
  return Object.fromEntries(changed.map(([field, value]) => [field, [old[field] ?? null, value]]))
}
