import { longestRemark } from '#core/kyc/identity.ts'
import type { DeskKey } from '#i18n/desk/en.ts'

/** What is usually wrong, in words its user will read. */
export const readyRemarks = [
  'remark.blurred',
  'remark.cropped',
  'remark.covered',
  'remark.expired',
  'remark.mismatch',
  'remark.sides',
  'remark.kind',
] as const satisfies readonly DeskKey[]

/** A ready-made remark joins what is there already, once: documents often have more than one fault. */
export function withRemark(remark: string, ready: string): string {
  if (remark.includes(ready)) return remark
  const before = remark.trim()
  return before === '' ? ready : `${before}\n${ready}`
}

export function remarkLength(remark: string): number {
  return [...remark.trim()].length
}

export function remarkFault(remark: string): 'missing' | 'too_long' | undefined {
  const length = remarkLength(remark)
  if (length === 0) return 'missing'
  return length > longestRemark ? 'too_long' : undefined
}
