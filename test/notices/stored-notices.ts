// Notices in a real database. Pushes and mails go where the test says, or nowhere.
import { type AddNoticesParts, addNotices } from '#server/notices/add-notices.ts'
import type { AddNotices } from '#server/notices/notices.ts'

export function storingNotices(parts: Partial<AddNoticesParts> = {}): AddNotices {
  const all: AddNoticesParts = {
    messages: { enqueue: async () => {} },
    push: { enqueue: async () => {} },
    contactsOf: async () => new Map(),
    ...parts,
  }
  return (client, notices) => addNotices(all, client, notices)
}
