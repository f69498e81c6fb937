import { ensureNever } from '#core/ensure-never.ts'

/**
 * The changes of a setting that weaken a protection of money. `leaving_default`: to any value other than the default.
 * `towards_on`: from `off`, or to `on`. `adding`: an entry to a list whose entries are separated by spaces or commas; a
 * changed entry counts as a new one.
 */
export type WeakeningChange = 'raising' | 'lowering' | 'leaving_default' | 'towards_on' | 'adding'

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
    case 'adding':
      return entriesOf(to).some((entry) => !entriesOf(from).includes(entry))
    default:
      return ensureNever(weakenedBy)
  }
}

function entriesOf(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((entry) => entry !== '')
}
