import { ensureNever } from '#core/ensure-never.ts'

/**
 * The changes of a setting that weaken a protection of money. `leaving_default`: to any value other than the default.
 * `towards_on`: from `off`, or to `on`.
 */
export type WeakeningChange = 'raising' | 'lowering' | 'leaving_default' | 'towards_on'

/** Values as texts. Both are valid for the setting. */
type Change = { readonly from: string; readonly to: string; readonly usual: string }

/** Whether two operators have to make the change. */
export function isWeakening(weakenedBy: WeakeningChange | undefined, { from, to, usual }: Change): boolean {
  switch (weakenedBy) {
    case undefined:
      return false
    case 'raising':
      return Number(to) > Number(from)
    case 'lowering':
      return Number(to) < Number(from)
    case 'leaving_default':
      return from !== to && to !== usual
    case 'towards_on':
      return from !== to && (from === 'off' || to === 'on')
    default:
      return ensureNever(weakenedBy)
  }
}
