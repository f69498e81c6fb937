import type { LiveSupport } from '#server/live/live.ts'
import type { OwnPush, ThreadOwner } from '#server/support/support.ts'

/** Support threads whose changes a test pushes. The token of a visitor's thread is `visitor` and its id. */
export function createFakeSupport() {
  const watchers = new Map<string, Set<(push: OwnPush) => void>>()
  const endHandlers = new Set<(threadId: number) => void>()
  const keyOf = (owner: ThreadOwner) => JSON.stringify(owner)
  const support: LiveSupport = {
    findVisitor: async (token) => {
      const threadId = Number(/^visitor(\d+)$/.exec(token)?.[1])
      return Number.isInteger(threadId) ? { threadId } : undefined
    },
    feed: {
      watchOwn(owner, handler) {
        const handlers = watchers.get(keyOf(owner)) ?? new Set()
        watchers.set(keyOf(owner), handlers.add(handler))
        return () => void handlers.delete(handler)
      },
      onEnded(handler) {
        endHandlers.add(handler)
        return () => void endHandlers.delete(handler)
      },
    },
  }
  return {
    support,
    push: (owner: ThreadOwner, push: OwnPush) => {
      for (const handler of watchers.get(keyOf(owner)) ?? []) handler(push)
    },
    end: (threadId: number) => {
      for (const handler of endHandlers) handler(threadId)
    },
    watcherCount: (owner: ThreadOwner) => watchers.get(keyOf(owner))?.size ?? 0,
  }
}
