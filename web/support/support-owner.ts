import type { ReadableStore } from '#browser/platform/value-store.ts'

/** Whose chat it is. A visitor has no thread before the first message. */
export type SupportOwner =
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'visitor'; readonly thread: string | undefined }

/** Undefined while the user of the session is not known. */
export type SupportOwners = ReadableStore<SupportOwner | undefined>

/**
 * Identifies the owner in the browser's storage. All visitors of a browser are the same one: what a visitor could not
 * send is sent in the next thread.
 */
export function ownerKey(owner: SupportOwner): string {
  return owner.kind === 'user' ? `user:${owner.userId}` : visitorKey
}

export const visitorKey = 'visitor'

/** Token for calls, undefined for users: their session is enough. */
export function threadOf(owner: SupportOwner): string | undefined {
  return owner.kind === 'visitor' ? owner.thread : undefined
}

/** Whether both have the same messages. */
export function isSameThread(one: SupportOwner | undefined, other: SupportOwner | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return ownerKey(one) === ownerKey(other) && threadOf(one) === threadOf(other)
}

type OwnerParts = {
  readonly session: ReadableStore<string | undefined>
  /** The user of the session with this token. */
  readonly userIdOf: (token: string) => number | undefined
  readonly onUser: (listener: () => void) => () => void
  /** Token of the visitor's thread. */
  readonly thread: ReadableStore<string | undefined>
}

/** Follows the session, its user and the visitor's thread. The last two matter only with and without a session. */
export function createSupportOwners({ session, userIdOf, onUser, thread }: OwnerParts): SupportOwners {
  let last: SupportOwner | undefined

  function current(): SupportOwner | undefined {
    const token = session.getSnapshot()
    if (token === undefined) return { kind: 'visitor', thread: thread.getSnapshot() }
    const userId = userIdOf(token)
    return userId === undefined ? undefined : { kind: 'user', userId }
  }
  /** The same object while the owner is the same. */
  function getSnapshot(): SupportOwner | undefined {
    const owner = current()
    if (!isSameThread(owner, last)) last = owner
    return last
  }
  return {
    getSnapshot,
    subscribe(listener) {
      let told = getSnapshot()
      const check = () => {
        if (getSnapshot() === told) return
        told = getSnapshot()
        listener()
      }
      const ends = [session.subscribe(check), onUser(check), thread.subscribe(check)]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
