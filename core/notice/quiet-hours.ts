import type { NoticeGroup } from '#core/notice/notice.ts'

/** Minutes of the day in the zone, 0 to 1439. Equal ends mean no quiet hours; `to` before `from` spans midnight. */
export type QuietHours = { readonly from: number; readonly to: number }

/** Money at risk is told at any hour. */
const urgentGroups: ReadonlySet<NoticeGroup> = new Set(['margin'])

export function isUrgent(group: NoticeGroup): boolean {
  return urgentGroups.has(group)
}

/** Whether the minute of the day lies in the quiet hours. The minute `to` itself does not. */
export function isQuiet({ from, to }: QuietHours, minute: number): boolean {
  if (from === to) return false
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}
