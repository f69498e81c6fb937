// The support chat in Node: calls that the test answers, and storage and timers of the test.
import { type CallFailure, callFailure } from '#browser/calls/call-failure.ts'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { createSession } from '#browser/session/session.ts'
import type { TextStorage } from '#browser/storage/stored-text.ts'
import type { SupportMessage, SupportThread } from '#contract/calls/support.ts'
import type { Reason } from '#contract/envelope.ts'
import type { SupportPush } from '#contract/live.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'
import { createSupport } from '#web/support/support.ts'

export const noThread: SupportThread = {
  ...{ state: 'none', last_number: 0, unread: 0, delivered: 0, read: 0 },
  ...{ desk_delivered: 0, desk_read: 0 },
}

export const message = (number: number, changed: Partial<SupportMessage> = {}): SupportMessage => ({
  ...{ number, author: 'user', text: `message ${number}`, order_id: null, images: [] },
  created_at: '2026-03-05T09:00:00.000Z',
  ...changed,
})

export const threadOf = (last_number: number, changed: Partial<SupportThread> = {}): SupportThread => ({
  ...noThread,
  state: 'open',
  last_number,
  ...changed,
})

export const refusal = (reason: Reason, msg = 'No.'): CallFailure =>
  callFailure({ kind: 'refused', code: 0, msg, reason, field: undefined, figures: {}, data: null })

export const lost = () => callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })

type Request = CallRequest & {
  readonly answer: (data: unknown) => Promise<void>
  readonly fail: (why: CallFailure) => Promise<void>
}

/** Lets everything run that waits for nothing outside. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A Storage of `Object.keys`, shared by all tabs of a test. */
export function createSharedStorage() {
  const storage: TextStorage & Record<string, unknown> = Object.create({
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null
    },
    setItem(this: Record<string, string>, name: string, text: string) {
      this[name] = text
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name]
    },
  })
  return storage
}

/** A tab. `token` of a session is that of the user with this number. */
export function createTab({
  storage = createSharedStorage(),
  user = undefined as number | undefined,
  thread = undefined as string | undefined,
  timers = createFakeTimers(1_700_000_000_000),
} = {}) {
  const requests: Request[] = []
  const call: Call = (request) =>
    new Promise<never>((resolve, reject) => {
      const after = async (settle: () => void) => {
        settle()
        await settled()
      }
      requests.push({
        ...request,
        answer: (data) => after(() => resolve(data as never)),
        fail: (why) => after(() => reject(why)),
      })
    })
  const session = createSession(storedInMemory(user === undefined ? undefined : String(user)))
  const visitor = createSession(storedInMemory(thread))
  const users = createValueStore(0)
  const wakes: (() => void)[] = []
  const reconnects: (() => void)[] = []
  let push: (data: SupportPush) => void = () => undefined
  let storageChanged: (name: string | null) => void = () => undefined
  let isPresent = true
  let keys = 0
  const support = createSupport({
    ...{ call, timers, session, thread: visitor, storage, random: () => 0, now: timers.now },
    newKey: () => {
      keys += 1
      return `key-number-${timers.now()}-${keys}`
    },
    userIdOf: Number,
    onUser: users.subscribe,
    isPresent: () => isPresent,
    onWake: (handler) => wakes.push(handler),
    onStorageChange: (handler) => {
      storageChanged = handler
    },
    live: {
      subscribe: (_, handler) => {
        push = (data) => handler({ data: data as never, snapshot: false })
        return () => undefined
      },
      onReconnect: (handler) => {
        reconnects.push(handler)
        return () => undefined
      },
    },
  })
  const to = (path: string) => requests.filter((request) => request.path === `/api/support/${path}`)
  return {
    ...{ support, timers, storage, session, visitor, requests, to },
    /** The newest request to this call. */
    last(path: string): Request {
      const found = to(path).at(-1)
      if (found === undefined) throw new Error(`no request to ${path}`)
      return found
    },
    push: (data: SupportPush) => push(data),
    wake: () =>
      wakes.forEach((handler) => {
        handler()
      }),
    reconnect: () =>
      reconnects.forEach((handler) => {
        handler()
      }),
    storageChanged: () => storageChanged(null),
    setPresent(present: boolean) {
      isPresent = present
    },
    unsent: () => support.outbox.getSnapshot().map(({ item, state }) => `${item.text} ${state}`),
    async write(text: string) {
      support.outbox.send({ text, images: [], orderId: undefined, after: 0 })
      await settled()
    },
    async after(ms: number) {
      timers.advance(ms)
      await settled()
    },
  }
}
