import type { Call } from '#browser/calls/call-request.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { SupportMessage, SupportPicture } from '#contract/calls/support.ts'
import type { OpenResult } from '#web/support/open-thread.ts'
import type { OutboxItem, OutboxStorage } from '#web/support/outbox-storage.ts'
import { sendItem } from '#web/support/send-item.ts'
import { ownerKey, type SupportOwners, visitorKey } from '#web/support/support-owner.ts'

/** `waiting`: the last try had no answer. `old`: too old to be sent without asking. */
export type OutboxState = 'sending' | 'waiting' | 'refused' | 'old'

export type OutboxEntry = { readonly item: OutboxItem; readonly state: OutboxState }

export type TypedMessage = {
  readonly text: string
  readonly images: readonly SupportPicture[]
  readonly orderId: number | undefined
  /** Number of the newest message in the chat. */
  readonly after: number
}

export type Outbox = ReadableStore<readonly OutboxEntry[]> & {
  /** Shows the message at once and sends it until it is answered. False if too many are waiting. */
  readonly send: (typed: TypedMessage) => boolean
  /** Sends a refused or old message after all. */
  readonly retry: (key: string) => void
  readonly remove: (key: string) => void
  /** The network or the page is back: tries again now. */
  readonly wake: () => void
  /** Another tab may have added, sent or removed messages. */
  readonly storageChanged: () => void
  /** The messages that a visitor could not send follow to the user. */
  readonly giveVisitorsTo: (userId: number) => void
}

export type OutboxParts = {
  readonly call: Call
  readonly storage: OutboxStorage
  readonly owners: SupportOwners
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  readonly newKey: () => string
  readonly openThread: () => Promise<OpenResult>
  readonly threadEnded: (thread: string) => void
  readonly sent: (message: SupportMessage) => void
}

export const outboxBounds = {
  /** Unsent messages of one owner. */
  most: 50,
  /** An older message is not sent by itself: its sender may have found another way. */
  oldMs: 24 * 3_600_000,
  /** Messages that nobody sent or removed are forgotten. */
  forgottenMs: 30 * 24 * 3_600_000,
  /** The tab that sends a message usually has the answer by then. */
  otherTabsMs: 10_000,
  minWaitMs: 1_000,
  baseMs: 1_000,
  capMs: 20_000,
} as const

/** Sends the messages of the current owner one after another, in order. A refused one does not hold up the others. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { storage, owners, timers, now } = parts
  const entries = createValueStore<readonly OutboxEntry[]>([])
  /** Messages that this tab may send, by the time from which it may. Another tab is sending the others. */
  const mayFrom = new Map<string, number>()
  /** The last try had no answer. */
  const waiting = new Set<string>()
  let cancelRetry: CancelTimer = () => undefined
  let failures = 0
  let isRunning = false

  function ownItems(): readonly OutboxItem[] {
    const owner = owners.getSnapshot()
    if (owner === undefined) return []
    return storage.all().filter((item) => item.owner === ownerKey(owner))
  }
  function stateOf({ key, problem, sentAtMs }: OutboxItem): OutboxState {
    if (problem !== null) return 'refused'
    if (now() - sentAtMs > outboxBounds.oldMs) return 'old'
    return waiting.has(key) ? 'waiting' : 'sending'
  }
  function publish(): void {
    entries.set(ownItems().map((item) => ({ item, state: stateOf(item) })))
  }
  function isPending({ state }: OutboxEntry): boolean {
    return state === 'sending' || state === 'waiting'
  }
  function runAfter(waitMs: number): void {
    cancelRetry()
    cancelRetry = timers.after(waitMs, () => void run())
  }
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      publish()
      for (let next = nextItem(); next !== undefined; next = nextItem()) {
        if (!(await sendOne(next))) break
      }
    } finally {
      isRunning = false
    }
  }
  /** The first one that waits for an answer. Undefined if this tab has to wait for it. */
  function nextItem(): OutboxItem | undefined {
    const item = entries.getSnapshot().find(isPending)?.item
    if (item === undefined) return undefined
    const waitMs = (mayFrom.get(item.key) ?? 0) - now()
    if (waitMs <= 0) return item
    runAfter(waitMs)
    return undefined
  }
  /** False if sending has to wait. */
  async function sendOne(item: OutboxItem): Promise<boolean> {
    cancelRetry()
    const opened = await parts.openThread()
    // The owner may have changed meanwhile.
    if (!isOwn(item)) return true
    const result = opened.kind === 'open' ? await sendItem(parts.call, opened.thread, item) : opened
    if (result.kind === 'again') {
      tryAgain(item, result.afterMs)
      return false
    }
    failures = 0
    waiting.delete(item.key)
    if (result.kind === 'refused') refused(item.key, result.problem)
    if (result.kind === 'thread_ended') return threadEnded(item, opened)
    if (result.kind === 'sent') settled(item, result.message)
    publish()
    return true
  }
  function isOwn({ owner }: OutboxItem): boolean {
    const current = owners.getSnapshot()
    return current !== undefined && ownerKey(current) === owner
  }
  function settled(item: OutboxItem, message: SupportMessage): void {
    storage.remove(item.key)
    if (isOwn(item)) parts.sent(message)
  }
  /** The stored message may have been removed meanwhile, or have followed its visitor to a user. */
  function refused(sentKey: string, problem: string): void {
    const item = storage.all().find(({ key }) => key === sentKey)
    if (item !== undefined) storage.save({ ...item, problem })
  }
  function tryAgain({ key }: OutboxItem, afterMs: number): void {
    waiting.add(key)
    publish()
    const backoffMs = outboxBounds.minWaitMs + fullJitterMs(failures, parts.random, outboxBounds)
    failures += 1
    runAfter(Math.max(afterMs, backoffMs))
  }
  /** A second end in a row is not followed at once, so that there is no loop. */
  function threadEnded(item: OutboxItem, opened: OpenResult): boolean {
    if (opened.kind === 'open' && opened.thread !== undefined) parts.threadEnded(opened.thread)
    tryAgain(item, 0)
    return false
  }
  function forgetOldItems(): void {
    for (const { key, sentAtMs } of storage.all())
      if (now() - sentAtMs > outboxBounds.forgottenMs) storage.remove(key)
  }
  function wake(): void {
    failures = 0
    cancelRetry()
    void run()
  }

  const known = new Set(storage.all().map(({ key }) => key))
  forgetOldItems()
  owners.subscribe(() => {
    publish()
    wake()
  })
  void run()
  return {
    getSnapshot: entries.getSnapshot,
    subscribe: entries.subscribe,
    send({ text, images, orderId, after }) {
      const owner = owners.getSnapshot()
      if (owner === undefined || ownItems().length >= outboxBounds.most) return false
      const key = parts.newKey()
      known.add(key)
      storage.save({
        ...{ key, owner: ownerKey(owner), text, images, orderId: orderId ?? null, after },
        ...{ sentAtMs: laterThan(ownItems(), now()), problem: null },
      })
      publish()
      void run()
      return true
    },
    retry(key) {
      const item = storage.all().find((each) => each.key === key)
      if (item === undefined) return
      storage.save({ ...item, sentAtMs: laterThan(ownItems(), now()), problem: null })
      mayFrom.delete(key)
      wake()
    },
    remove(key) {
      storage.remove(key)
      waiting.delete(key)
      publish()
    },
    wake,
    storageChanged() {
      for (const { key } of storage.all()) {
        if (known.has(key)) continue
        known.add(key)
        mayFrom.set(key, now() + outboxBounds.otherTabsMs)
      }
      publish()
      void run()
    },
    giveVisitorsTo(userId) {
      for (const item of storage.all())
        if (item.owner === visitorKey)
          storage.save({ ...item, owner: ownerKey({ kind: 'user', userId }), after: 0 })
      publish()
      void run()
    },
  }
}

/** Two messages of one millisecond, or a clock that was set back, must not change the order. */
function laterThan(items: readonly OutboxItem[], nowMs: number): number {
  return Math.max(nowMs, ...items.map(({ sentAtMs }) => sentAtMs + 1))
}
