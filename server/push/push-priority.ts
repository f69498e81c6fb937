import { groupOf, type NoticeGroup, type NoticeKind } from '#core/notice/notice.ts'

/** Lower ones are sent first, so that an announcement to everybody does not delay news of a market or an order. */
export type PushPriority = 0 | 1 | 2

const priorities: Readonly<Partial<Record<NoticeGroup, PushPriority>>> = { margin: 0, orders: 1, alerts: 1 }

export function priorityOf(kind: NoticeKind): PushPriority {
  return priorities[groupOf(kind)] ?? 2
}
