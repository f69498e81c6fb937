import type { SupportMessage } from '#contract/calls/support.ts'
import type { OutboxEntry } from '#web/support/outbox.ts'

/** A line of the chat, from top to bottom. */
export type ChatRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: SupportMessage }
  | { readonly kind: 'unsent'; readonly key: string; readonly entry: OutboxEntry }

type Contents = {
  readonly messages: readonly SupportMessage[]
  readonly unsent: readonly OutboxEntry[]
  readonly unreadFrom: number | undefined
}

/** Messages with a line for each day, and one above the first unread message. What is not sent yet comes last. */
export function chatRows(
  { messages, unsent, unreadFrom }: Contents,
  dayOf: (iso: string) => string,
): readonly ChatRow[] {
  const rows: ChatRow[] = []
  let lastDay: string | undefined
  // A day may come again, because the clock of the device may differ from that of the server.
  const addDay = (at: string, keyBelow: string) => {
    const day = dayOf(at)
    if (day !== lastDay) rows.push({ kind: 'day', key: `day ${day} ${keyBelow}`, at })
    lastDay = day
  }
  for (const message of messages) {
    addDay(message.created_at, String(message.number))
    if (message.number === unreadFrom) rows.push({ kind: 'unread', key: 'unread' })
    rows.push({ kind: 'message', key: String(message.number), message })
  }
  for (const entry of withoutArrived(unsent, messages)) {
    addDay(new Date(entry.item.sentAtMs).toISOString(), entry.item.key)
    rows.push({ kind: 'unsent', key: entry.item.key, entry })
  }
  return rows
}

/**
 * A push can bring a message before its own answer does. It is found by its contents, among those that are newer than the
 * tap, because a push has no keys.
 */
function withoutArrived(
  unsent: readonly OutboxEntry[],
  messages: readonly SupportMessage[],
): readonly OutboxEntry[] {
  let arrived = 0
  return unsent.filter(({ item, state }) => {
    if (state === 'refused' || state === 'old') return true
    const found = messages.find(
      (message) => message.number > Math.max(arrived, item.after) && isSame(message, item),
    )
    arrived = found?.number ?? arrived
    return found === undefined
  })
}

function isSame(message: SupportMessage, { text, images, orderId }: OutboxEntry['item']): boolean {
  const names = (pictures: OutboxEntry['item']['images']) => pictures.map(({ name }) => name).join()
  return (
    message.author === 'user' &&
    message.text === text &&
    message.order_id === orderId &&
    names(message.images) === names(images)
  )
}

/** Of the user's own message. A mark is the number of the last message that it covers. */
export function ownMark(
  number: number,
  thread: { readonly desk_delivered: number; readonly desk_read: number } | undefined,
): 'sent' | 'delivered' | 'read' {
  if (thread === undefined) return 'sent'
  if (number <= thread.desk_read) return 'read'
  return number <= thread.desk_delivered ? 'delivered' : 'sent'
}
