import type { ProposeAdjustmentInput } from '#contract/desk/funds.ts'
import { secondFactorFault } from '#desk/parts/credentials.ts'
import { remarkFault } from '#desk/parts/remark.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

export type AdjustmentForm = {
  readonly uid: string
  /** Signed, exact. */
  readonly amount: string
  readonly memo: string
  readonly code: string
}

export const emptyAdjustment: AdjustmentForm = { uid: '', amount: '', memo: '', code: '' }

export type AdjustmentFaults = { readonly [Field in keyof AdjustmentForm]: DeskKey | undefined }

export function adjustmentFaults({ uid, amount, memo, code }: AdjustmentForm): AdjustmentFaults {
  const memoFault = remarkFault(memo)
  return {
    uid: /^\d{1,16}$/.test(uid.trim()) ? undefined : 'adjustment.fault.uid',
    amount: directionOf(amount) === undefined ? 'adjustment.fault.amount' : undefined,
    memo: memoFault === undefined ? undefined : `note.${memoFault}`,
    code: secondFactorFault(code),
  }
}

export function isValid(faults: AdjustmentFaults): boolean {
  return Object.values(faults).every((fault) => fault === undefined)
}

/** Undefined unless the text is an amount other than zero with at most six decimals. */
export function directionOf(amount: string): 'up' | 'down' | undefined {
  const [, sign, digits] = /^([-+]?)(\d{1,12}(?:\.\d{1,6})?)$/.exec(amount.trim()) ?? []
  if (digits === undefined || /^[0.]*$/.test(digits)) return undefined
  return sign === '-' ? 'down' : 'up'
}

/** The amount without its sign. */
export function sizeOf(amount: string): string {
  return amount.trim().replace(/^[-+]/, '')
}

export function adjustmentInput({ uid, amount, memo, code }: AdjustmentForm): ProposeAdjustmentInput {
  const sign = directionOf(amount) === 'down' ? '-' : ''
  return { uid: uid.trim(), amount: sign + sizeOf(amount), memo: memo.trim(), totp: code.trim() }
}
