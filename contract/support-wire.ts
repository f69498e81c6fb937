// The support chat as its user receives it. The types describe what the server has.
import type { SupportMessage, SupportThread } from '#contract/calls/support.ts'

type Thread = {
  readonly isOpen: boolean
  readonly lastNumber: number
  readonly unread: number
  readonly userDelivered: number
  readonly userRead: number
  readonly deskDelivered: number
  readonly deskRead: number
}

const noThread: Thread = {
  ...{ isOpen: false, lastNumber: 0, unread: 0 },
  ...{ userDelivered: 0, userRead: 0, deskDelivered: 0, deskRead: 0 },
}

export function supportThreadToWire(thread: Thread = noThread): SupportThread {
  const { isOpen, lastNumber, unread, userDelivered, userRead, deskDelivered, deskRead } = thread
  const state = lastNumber === 0 ? 'none' : isOpen ? 'open' : 'closed'
  return {
    ...{ state, last_number: lastNumber, unread, delivered: userDelivered, read: userRead },
    ...{ desk_delivered: deskDelivered, desk_read: deskRead },
  }
}

export type WiredMessage = {
  readonly number: number
  readonly author: SupportMessage['author']
  readonly text: string
  readonly orderId: number | undefined
  readonly pictures: readonly { readonly name: string; readonly width: number; readonly height: number }[]
  readonly createdAt: Date
}

/** Without the operator: users see the desk as one. */
export function supportMessageToWire(message: WiredMessage): SupportMessage {
  const { number, author, text, orderId, pictures, createdAt } = message
  return {
    ...{ number, author, text, order_id: orderId ?? null, images: [...pictures] },
    created_at: createdAt.toISOString(),
  }
}
