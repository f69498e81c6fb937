import type { DeskKey } from '#i18n/desk/en.ts'

/** Common reasons that can be inserted into the remark. The user will read them. */
export const readyRemarks = [
  'remark.blurred',
  'remark.cropped',
  'remark.covered',
  'remark.expired',
  'remark.mismatch',
  'remark.sides',
  'remark.kind',
] as const satisfies readonly DeskKey[]

/** Appends a common reason unless it is already in the remark. A document can have several faults. */
export function withRemark(remark: string, ready: string): string {
  if (remark.includes(ready)) return remark
  const before = remark.trim()
  return before === '' ? ready : `${before}\n${ready}`
}
