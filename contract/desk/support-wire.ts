// Support threads as the console receives them. The types describe what the server has.
import type { DeskSupportMessage, DeskSupportThread } from '#contract/desk/support.ts'
import { supportMessageToWire, type WiredMessage } from '#contract/support-wire.ts'

type Thread = {
  readonly id: number
  readonly kind: DeskSupportThread['kind']
  readonly uid: string
  readonly language: string
  readonly isOpen: boolean
  readonly waitingSince: Date | undefined
  readonly createdAt: Date
  readonly lastAt: Date
  readonly lastNumber: number
  readonly unread: number
  readonly userDelivered: number
  readonly userRead: number
  readonly deskDelivered: number
  readonly deskRead: number
  readonly assignedId: number | undefined
  readonly assignedTo: string
}

export function deskThreadToWire(thread: Thread, readerId?: number): DeskSupportThread {
  const { id, kind, uid, language, isOpen, waitingSince, createdAt, lastAt } = thread
  return {
    ...{ id, kind, uid, language, state: isOpen ? 'open' : 'closed' },
    waiting_since: waitingSince?.toISOString() ?? null,
    ...{ created_at: createdAt.toISOString(), last_at: lastAt.toISOString() },
    ...{ last_number: thread.lastNumber, unread: thread.unread },
    ...{ desk_delivered: thread.deskDelivered, desk_read: thread.deskRead },
    ...{ user_delivered: thread.userDelivered, user_read: thread.userRead },
    assigned_to: thread.assignedTo,
    is_mine: readerId !== undefined && thread.assignedId === readerId ? 1 : 0,
  }
}

export function deskMessageToWire(message: WiredMessage & { readonly operator: string }): DeskSupportMessage {
  return { ...supportMessageToWire(message), operator: message.operator }
}
