// A support thread and a message of its user.
import type { DeskSupportMessage, DeskSupportThread } from '#contract/desk/support.ts'

export function someThread(change: Partial<DeskSupportThread> = {}): DeskSupportThread {
  return {
    ...{ id: 1, kind: 'user', uid: '30481277', language: 'en', state: 'open' },
    waiting_since: '2026-03-05T11:48:00.000Z',
    created_at: '2026-03-05T11:40:00.000Z',
    last_at: '2026-03-05T11:48:00.000Z',
    ...{ last_number: 1, unread: 1, desk_delivered: 0, desk_read: 0, user_delivered: 0, user_read: 0 },
    ...{ assigned_to: '', is_mine: 0 },
    ...change,
  }
}

export function someMessage(number: number, change: Partial<DeskSupportMessage> = {}): DeskSupportMessage {
  return {
    ...{ number, author: 'user', operator: '', text: `Message ${number}`, order_id: null, images: [] },
    created_at: '2026-03-05T11:48:00.000Z',
    ...change,
  }
}
