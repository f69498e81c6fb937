import type { ChangeCurrencyInput, DeskCurrency } from '#contract/desk/funds.ts'
import {
  type AmountField,
  amountFields,
  isAmountField,
  type TermField,
  termFields,
} from '#desk/parts/currency-terms.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { compareDecimals } from '#ui/decimal.ts'

/** All values as text, as typed. */
export type TermsForm = Readonly<Record<TermField, string>>

export function termsOf(currency: DeskCurrency): TermsForm {
  const entries = termFields.map((field) => [field, String(currency[field])] as const)
  return Object.fromEntries(entries) as TermsForm
}

export type TermChange = { readonly field: TermField; readonly from: string; readonly to: string }

/** Fields that differ. 1.0 and 1.00 are the same amount. */
export function termChanges(before: TermsForm, after: TermsForm): readonly TermChange[] {
  return termFields
    .filter((field) => isChanged(field, before[field], after[field].trim()))
    .map((field) => ({ field, from: before[field], to: after[field].trim() }))
}

function isChanged(field: TermField, from: string, to: string): boolean {
  if (from === to) return false
  return !isAmountField(field) || !isAmount(from) || !isAmount(to) || compareDecimals(from, to) !== 0
}

/** A changed rate, a higher fee and what is offered change what users get, so a second operator approves them. */
export function needsSecond(changes: readonly TermChange[]): boolean {
  return changes.some(({ field, from, to }) => {
    if (field === 'deposit_rate' || field === 'payout_rate' || field === 'fee_type') return true
    if (field === 'is_deposit_on' || field === 'is_payout_on') return to === '1'
    return field === 'fee' && compareDecimals(to, from) > 0
  })
}

/** Only what changed is sent. */
export function changeInput(id: number, changes: readonly TermChange[]): ChangeCurrencyInput {
  const entries = changes.map(({ field, to }) => [field, isAmountField(field) ? to : Number(to)] as const)
  return { id, ...Object.fromEntries(entries) }
}

/** An exact amount with at most 15 digits before and 12 after the point. */
function isAmount(text: string): boolean {
  return /^\d{1,15}(\.\d{1,12})?$/.test(text)
}

export type TermsFaults = Readonly<Partial<Record<TermField, DeskKey>>>

export function termsFaults(form: TermsForm): TermsFaults {
  const faults: Partial<Record<TermField, DeskKey>> = {}
  for (const field of amountFields)
    if (!isAmount(form[field].trim()) && !isUnusedRate(form, field)) faults[field] = 'currency.fault.amount'
  const isTooLarge = form.fee_type === '2' && compareDecimals(form.fee, '1') >= 0
  if (faults.fee === undefined && isTooLarge) faults.fee = 'currency.fault.share'
  return faults
}

/** A new currency has no rates. Each is needed once deposits or payouts are on. */
function isUnusedRate(form: TermsForm, field: AmountField): boolean {
  if (form[field].trim() !== '') return false
  if (field === 'deposit_rate') return form.is_deposit_on === '0'
  return field === 'payout_rate' && form.is_payout_on === '0'
}

export function isDecimals(text: string): boolean {
  return /^[0-8]$/.test(text.trim())
}

export type NewCurrencyForm = {
  readonly code: string
  readonly kind: 'coin' | 'fiat'
  readonly protocol: string
  readonly decimals: string
}

export const emptyCurrency: NewCurrencyForm = { code: '', kind: 'coin', protocol: '', decimals: '2' }

export type NewCurrencyFaults = Readonly<Partial<Record<keyof NewCurrencyForm, DeskKey>>>

/** A coin needs a network; a fiat currency has none. */
export function newCurrencyFaults({ code, kind, protocol, decimals }: NewCurrencyForm): NewCurrencyFaults {
  const isNetwork = /^[A-Z0-9-]{1,16}$/.test(protocol.trim().toUpperCase())
  return {
    ...(/^[A-Z0-9]{2,12}$/.test(code.trim().toUpperCase()) ? {} : { code: 'currency.fault.code' }),
    ...(kind === 'fiat' || isNetwork ? {} : { protocol: 'currency.fault.protocol' }),
    ...(isDecimals(decimals) ? {} : { decimals: 'currency.fault.decimals' }),
  }
}
