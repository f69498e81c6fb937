import type { BindDrawMethodInput } from '#contract/calls/funds.ts'
import type { FundsKey } from '#i18n/web/funds/en.ts'
import { codeLength } from '#web/parts/auth-forms/validation.ts'

/** 1 coin address, 2 bank account. */
export type PayoutType = 1 | 2

/** Field names of the API. */
export const bankFields = [
  'bank_name',
  'payee_name',
  'payee_account',
  'bank_swift',
  'bank_branch',
  'bank_address',
  'bank_remark',
] as const

export type BankField = (typeof bankFields)[number]
export type MethodField = BankField | 'dc_address' | 'auth_code'

export type MethodValues = Readonly<Record<MethodField, string>>

export const emptyMethod: MethodValues = {
  dc_address: '',
  bank_name: '',
  payee_name: '',
  payee_account: '',
  bank_swift: '',
  bank_branch: '',
  bank_address: '',
  bank_remark: '',
  auth_code: '',
}

/** The server's limits. */
export const maxLengths: Readonly<Record<MethodField, number>> = {
  dc_address: 200,
  bank_name: 100,
  payee_name: 100,
  payee_account: 64,
  bank_swift: 16,
  bank_branch: 100,
  bank_address: 200,
  bank_remark: 200,
  auth_code: codeLength,
}

export const requiredBankFields = ['bank_name', 'payee_name', 'payee_account'] as const

export type MethodErrors = Readonly<Partial<Record<MethodField, FundsKey>>>

/** The server checks addresses, IBAN and SWIFT. Here only what is missing is found. */
export function methodErrors(type: PayoutType, values: MethodValues): MethodErrors {
  const isEmpty = (field: MethodField) => values[field].trim() === ''
  const missing: Partial<Record<MethodField, FundsKey>> = {}
  if (type === 1 && isEmpty('dc_address')) missing.dc_address = 'method.address.required'
  if (type === 2)
    for (const field of requiredBankFields) if (isEmpty(field)) missing[field] = `method.${field}.required`
  if (values.auth_code.length !== codeLength) missing.auth_code = 'method.code'
  return missing
}

/** Undefined while a field is missing. */
export function methodInput(
  type: PayoutType,
  currencyId: number | undefined,
  values: MethodValues,
): BindDrawMethodInput | undefined {
  if (currencyId === undefined || Object.keys(methodErrors(type, values)).length > 0) return undefined
  const { dc_address, auth_code } = values
  const shared = { type, draw_id: currencyId, auth_code }
  if (type === 1) return { ...shared, dc_address: dc_address.trim() }
  const filled = bankFields.map((field) => [field, values[field].trim()] as const)
  return { ...shared, ...Object.fromEntries(filled.filter(([, text]) => text !== '')) }
}

/** The form field named in a refusal. */
export function fieldFromWire(field: string | undefined): MethodField | 'draw_id' | undefined {
  if (field === 'draw_id') return field
  return (Object.keys(emptyMethod) as MethodField[]).find((name) => name === field)
}

/** The type in the address of the screen. A coin address if there is none. */
export function payoutTypeOf(search: string): PayoutType {
  return new URLSearchParams(search).get('type') === '2' ? 2 : 1
}

/** The preselected currency in the address of the screen. */
export function currencyIdOf(search: string): string | undefined {
  return new URLSearchParams(search).get('currency') ?? undefined
}
