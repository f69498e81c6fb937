import type { DeskCurrency } from '#contract/desk/funds.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type WireOption = DeskCurrency['wire_options'][number]

/** Fields of a bank account with their greatest length. */
export const bankFields = {
  bank_name: 100,
  bank_address: 200,
  bank_swift: 16,
  payee_name: 100,
  payee_account: 64,
  bank_remark: 200,
} as const

export type BankField = keyof typeof bankFields
export const bankFieldNames = Object.keys(bankFields) as readonly BankField[]

export type WireForm = Readonly<Record<BankField, string>>

export function wireFormOf(option: WireOption | undefined): WireForm {
  return Object.fromEntries(bankFieldNames.map((field) => [field, option?.[field] ?? ''])) as WireForm
}

type BankChange = { readonly field: BankField; readonly from: string; readonly to: string }

export function wireChanges(before: WireForm, after: WireForm): readonly BankChange[] {
  return bankFieldNames
    .map((field) => ({ field, from: before[field], to: after[field].trim() }))
    .filter(({ from, to }) => from !== to)
}

const required: readonly BankField[] = ['bank_name', 'payee_name', 'payee_account']

/** Key of the message for each field at fault. */
export function wireFaults(form: WireForm): Readonly<Partial<Record<BankField, DeskKey>>> {
  const missing = required.filter((field) => form[field].trim() === '')
  return Object.fromEntries(missing.map((field) => [field, 'wire.missing'] as const))
}
