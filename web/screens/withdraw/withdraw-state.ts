import type { DrawCurrency, DrawInput, PayoutMethodAnswer } from '#contract/calls/funds.ts'
import { compareDecimals } from '#ui/decimal.ts'
import { codeLength } from '#web/parts/auth-forms/validation.ts'
import {
  type AmountFault,
  type AmountLimits,
  amountFault,
  type PayoutPreview,
  payoutPreview,
  usdDecimals,
} from '#web/parts/funds/funds-amounts.ts'
import { waitingTime } from '#web/parts/funds/waiting-time.ts'

export type WithdrawForm = {
  readonly amount: string
  readonly currency: DrawCurrency
  readonly method: PayoutMethodAnswer | undefined
  /** Undefined if no code is needed. */
  readonly code: string | undefined
  readonly memo: string
  /** US dollars that can be withdrawn now. */
  readonly available: string
}

export type WithdrawErrors = {
  readonly amount?: AmountFault | 'insufficient' | 'nothing'
  readonly method?: 'required' | 'waiting'
  readonly code?: 'required'
}

export type WithdrawField = keyof WithdrawErrors

export function limitsOf({ min_number, max_number }: DrawCurrency): AmountLimits {
  return { decimals: usdDecimals, least: min_number, most: max_number }
}

export function withdrawErrors(form: WithdrawForm, nowMs: number): WithdrawErrors {
  const amount = withdrawAmountFault(form)
  const method = methodFault(form.method, nowMs)
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(method === undefined ? {} : { method }),
    ...(form.code === undefined || form.code.length === codeLength ? {} : { code: 'required' as const }),
  }
}

function withdrawAmountFault({ amount, currency, available }: WithdrawForm): WithdrawErrors['amount'] {
  const fault = amountFault(amount, limitsOf(currency))
  if (fault !== undefined && fault !== 'most') return fault
  if (compareDecimals(amount, available) > 0) return 'insufficient'
  if (fault === 'most') return fault
  return payoutPreview(amount, currency)?.isNothing === false ? undefined : 'nothing'
}

function methodFault(method: PayoutMethodAnswer | undefined, nowMs: number): WithdrawErrors['method'] {
  if (method === undefined) return 'required'
  return waitingTime(method.usable_at, nowMs) === undefined ? undefined : 'waiting'
}

/** A withdrawal as it is shown for confirmation, and then sent. */
export type WithdrawDraft = Omit<WithdrawForm, 'method' | 'available'> & {
  readonly method: PayoutMethodAnswer
  readonly preview: PayoutPreview
}

/** Undefined while the form has an error. */
export function withdrawDraft(form: WithdrawForm, nowMs: number): WithdrawDraft | undefined {
  const { amount, currency, method, code, memo } = form
  const preview = payoutPreview(amount, currency)
  if (Object.keys(withdrawErrors(form, nowMs)).length > 0) return undefined
  if (method === undefined || preview === undefined) return undefined
  return { amount, currency, method, code, memo, preview }
}

export function drawInput({ amount, currency, method, code, memo, preview }: WithdrawDraft): DrawInput {
  return {
    draw_currency_id: currency.id,
    number: amount,
    draw_method_id: method.id,
    fee: preview.fee,
    usd_price: currency.usd_price,
    ...(memo.trim() === '' ? {} : { memo: memo.trim() }),
    ...(code === undefined ? {} : { auth_code: code }),
  }
}

/** The form field named in a refusal. */
export function fieldFromWire(field: string | undefined): WithdrawField | undefined {
  switch (field) {
    case 'number':
      return 'amount'
    case 'draw_method_id':
    case 'draw_currency_id':
      return 'method'
    case 'auth_code':
      return 'code'
    default:
      return undefined
  }
}

export type ChangedTerm = {
  readonly name: 'fee' | 'rate' | 'received'
  readonly before: string
  readonly now: string
}

/** The same withdrawal on the terms that hold now. Undefined if nothing would be paid out. */
export function withTerms(draft: WithdrawDraft, currency: DrawCurrency): WithdrawDraft | undefined {
  const preview = payoutPreview(draft.amount, currency)
  return preview === undefined || preview.isNothing ? undefined : { ...draft, currency, preview }
}

/** What differs between the terms that the user confirmed and those that hold now. */
export function changedTerms(before: WithdrawDraft, now: WithdrawDraft): readonly ChangedTerm[] {
  const termsOf = ({ preview, currency }: WithdrawDraft) => ({
    fee: preview.fee,
    rate: currency.usd_price,
    received: preview.received,
  })
  const [old, current] = [termsOf(before), termsOf(now)]
  return (['fee', 'rate', 'received'] as const)
    .filter((name) => compareDecimals(old[name], current[name]) !== 0)
    .map((name) => ({ name, before: old[name], now: current[name] }))
}
