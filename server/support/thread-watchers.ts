// The handlers of the sockets of this process.
import type { SupportChange } from '#server/support/changes-store.ts'
import type { DeskThread } from '#server/support/inbox-store.ts'
import type { Message, OwnThread, ThreadOwner } from '#server/support/support-types.ts'

/** What the socket of an owner gets. A snapshot has no messages: some may have been missed. */
export type OwnPush =
  | {
      readonly kind: 'snapshot' | 'state'
      readonly thread: OwnThread | undefined
      readonly messages: readonly Message[]
    }
  | { readonly kind: 'typing' }

/** What the sockets of operators get. `missed`: they read their lists again. */
export type DeskPush =
  | { readonly kind: 'thread'; readonly thread: DeskThread; readonly messages: readonly Message[] }
  | { readonly kind: 'typing'; readonly threadId: number; readonly by: 'user' | 'desk' }
  | { readonly kind: 'gone'; readonly threadId: number }
  | { readonly kind: 'missed' }

export type OwnWatcher = { readonly owner: ThreadOwner; readonly handler: (push: OwnPush) => void }

/** The handlers of this process. Each owner may have several sockets. */
export function createWatchers() {
  const own = new Map<string, Set<OwnWatcher>>()
  const desk = new Set<(push: DeskPush) => void>()
  const endHandlers = new Set<(threadId: number) => void>()
  /** Those that have not got the present state yet. */
  const fresh = new Set<OwnWatcher>()

  const ofChange = ({ threadId, userId }: SupportChange) =>
    own.get(userId === undefined ? `visitor:${threadId}` : `user:${userId}`) ?? new Set<OwnWatcher>()
  return {
    fresh,
    ofChange,
    hasDesk: () => desk.size > 0,
    wants: (change: SupportChange) => change.kind === 'ended' || desk.size > 0 || ofChange(change).size > 0,
    toDesk: (push: DeskPush) => {
      for (const handler of desk) handler(push)
    },
    ended: (threadId: number) => {
      for (const handler of endHandlers) handler(threadId)
    },
    renew: () => {
      for (const set of own.values()) for (const watcher of set) fresh.add(watcher)
    },
    takeFresh(most: number): readonly OwnWatcher[] {
      const taken = [...fresh].slice(0, most)
      for (const watcher of taken) fresh.delete(watcher)
      return taken
    },
    addOwn(owner: ThreadOwner, handler: OwnWatcher['handler']) {
      const key = ownerKey(owner)
      const watcher = { owner, handler }
      const set = own.get(key) ?? new Set()
      own.set(key, set.add(watcher))
      fresh.add(watcher)
      return () => {
        fresh.delete(watcher)
        set.delete(watcher)
        if (set.size === 0 && own.get(key) === set) own.delete(key)
      }
    },
    addDesk(handler: (push: DeskPush) => void) {
      desk.add(handler)
      return () => void desk.delete(handler)
    },
    onEnded(handler: (threadId: number) => void) {
      endHandlers.add(handler)
      return () => void endHandlers.delete(handler)
    },
  }
}

export type Watchers = ReturnType<typeof createWatchers>

export function ownerKey(owner: ThreadOwner): string {
  return owner.kind === 'user' ? `user:${owner.userId}` : `visitor:${owner.threadId}`
}
