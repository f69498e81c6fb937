import type { NoticeGroup } from '#core/notice/notice.ts'
import type { IconName } from '#ui/icon-paths.ts'

export const groupIcons: Readonly<Record<NoticeGroup, IconName>> = {
  margin: 'warning',
  orders: 'order',
  alerts: 'bell',
  funds: 'wallet',
  identity: 'id',
  support: 'chat',
  complaints: 'mail',
  terms: 'shield',
  announcements: 'announcement',
}
