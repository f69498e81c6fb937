import type { Call } from '#browser/calls/call-request.ts'
import type { Timers } from '#browser/platform/timers.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { Session } from '#browser/session/session.ts'
import { type StoredText, storedText, type TextStorage } from '#browser/storage/stored-text.ts'
import type { SupportMessage } from '#contract/calls/support.ts'
import type { Live } from '#web/live/live.ts'
import { type Chat, createChat } from '#web/support/chat.ts'
import { startClaiming } from '#web/support/claim-thread.ts'
import { createThreadOpener, type OpenResult } from '#web/support/open-thread.ts'
import { createOutbox, type Outbox } from '#web/support/outbox.ts'
import { createOutboxStorage } from '#web/support/outbox-storage.ts'
import { draftKeyPrefix, outboxKeyPrefix } from '#web/support/storage-keys.ts'
import {
  createSupportOwners,
  ownerKey,
  type SupportOwner,
  type SupportOwners,
  threadOf,
} from '#web/support/support-owner.ts'

/** The support chat of this browser: whose it is, what is still to be sent, and the messages of a thread. */
export type Support = {
  readonly owners: SupportOwners
  readonly outbox: Outbox
  readonly createChat: (owner: SupportOwner) => Chat
  /** Called for each message that this browser has sent. Returns the unsubscribe function. */
  readonly onSent: (handler: (message: SupportMessage) => void) => () => void
  /** Before a picture is uploaded. */
  readonly openThread: () => Promise<OpenResult>
  /** Text that is not sent yet. */
  readonly draft: (owner: SupportOwner) => StoredText
  /** The thread with this token was claimed or deleted. */
  readonly threadEnded: (token: string) => void
}

export type SupportParts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect'>
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  readonly newKey: () => string
  readonly storage: TextStorage | undefined
  readonly session: ReadableStore<string | undefined>
  readonly userIdOf: (token: string) => number | undefined
  readonly onUser: (listener: () => void) => () => void
  readonly thread: Session
  readonly isPresent: () => boolean
  /** The network, the connection or the page is back. */
  readonly onWake: (handler: () => void) => void
  /** Another tab has changed this item; null if it has cleared the storage. */
  readonly onStorageChange: (handler: (name: string | null) => void) => void
}

export function createSupport(parts: SupportParts): Support {
  const { storage, thread } = parts
  const owners = createSupportOwners(parts)
  const openThread = createThreadOpener({ ...parts, owners })
  const sentHandlers = new Set<(message: SupportMessage) => void>()

  function threadEnded(token: string): void {
    if (thread.getSnapshot() === token) thread.end()
  }
  const outbox = createOutbox({
    ...parts,
    storage: createOutboxStorage(storage),
    ...{ owners, openThread, threadEnded },
    sent(message) {
      for (const handler of [...sentHandlers]) handler(message)
    },
  })
  const draft = (owner: SupportOwner) => storedText(storage, draftKeyPrefix + ownerKey(owner))
  const claiming = startClaiming({
    ...{ ...parts, owners },
    claimed(userId) {
      outbox.giveVisitorsTo(userId)
      giveDraft(draft({ kind: 'visitor', thread: undefined }), draft({ kind: 'user', userId }))
    },
  })
  parts.onWake(() => {
    outbox.wake()
    claiming.wake()
  })
  parts.onStorageChange((name) => {
    if (name?.startsWith(outboxKeyPrefix) ?? true) outbox.storageChanged()
  })
  return {
    ...{ owners, outbox, openThread, threadEnded, draft },
    createChat: (owner) => {
      const token = threadOf(owner)
      return createChat({
        ...{ ...parts, thread: token, hasThread: owner.kind === 'user' || token !== undefined },
        threadEnded: () => (token === undefined ? undefined : threadEnded(token)),
      })
    },
    onSent(handler) {
      sentHandlers.add(handler)
      return () => void sentHandlers.delete(handler)
    },
  }
}

/** A user's own draft is worth more than that of the visitor, which the next visitor must not find. */
function giveDraft(visitors: StoredText, users: StoredText): void {
  const text = visitors.read()
  if (text === undefined) return
  if (users.read() === undefined) users.write(text)
  visitors.write(undefined)
}
