// Pushes committed changes of threads to the sockets of this process, whichever process made them.
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'
import type { Listen, Pool } from '#server/storage/storage.ts'
import { parseChange, type SupportChange, supportChannel } from '#server/support/changes-store.ts'
import { readOwnThreads } from '#server/support/feed-store.ts'
import { type DeskThread, readDeskThreads } from '#server/support/inbox-store.ts'
import { readNamed } from '#server/support/messages-store.ts'
import type { Message, OwnThread, ThreadOwner } from '#server/support/support-types.ts'
import {
  createWatchers,
  type DeskPush,
  type OwnPush,
  ownerKey,
  type Watchers,
} from '#server/support/thread-watchers.ts'

export type { DeskPush, OwnPush } from '#server/support/thread-watchers.ts'

export type ThreadFeed = {
  /** The handler gets the present state first. Returns the unsubscribe function. */
  readonly watchOwn: (owner: ThreadOwner, handler: (push: OwnPush) => void) => () => void
  readonly watchDesk: (handler: (push: DeskPush) => void) => () => void
  /** Called for a visitor's thread that was claimed or deleted. Returns the unsubscribe function. */
  readonly onEnded: (handler: (threadId: number) => void) => () => void
  readonly stop: () => void
}

export type FeedParts = {
  readonly pool: Pool
  readonly listen: Listen
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'warn'>
}

/** Changes that are read together. */
const batchSize = 100
/** Beyond this the changes are dropped, and every socket is told to read again. */
const maxWaiting = 10_000
/** A push of more messages has none of them: the client reads them. */
const mostPushed = 10
const retry: Backoff = { freeFailures: 1, firstMs: 500, longestMs: 10_000, resetAfterMs: 0 }

/**
 * Changes are handled in the order of their commits, a batch at a time. What cannot be read, or was not heard while the
 * connection was down, is replaced by the present state, which tells a client what it has missed.
 */
export async function startThreadFeed({ pool, listen, timers, log }: FeedParts): Promise<ThreadFeed> {
  const watchers = createWatchers()
  let waiting: SupportChange[] = []
  let mustResync = false
  let isRunning = false
  let isStopped = false
  let failures = 0
  let cancelRetry: CancelTimer = () => undefined

  function heard(payload: string): void {
    const change = parseChange(payload)
    if (change === undefined || !watchers.wants(change)) return
    if (change.kind === 'ended') watchers.ended(change.threadId)
    if (waiting.length < maxWaiting) waiting.push(change)
    else resyncAll()
    void run()
  }
  function resyncAll(): void {
    waiting = []
    mustResync = true
  }
  async function run(): Promise<void> {
    if (isRunning || isStopped) return
    isRunning = true
    try {
      while (!isStopped && (mustResync || waiting.length > 0 || watchers.fresh.size > 0)) await next()
      failures = 0
    } catch (fault) {
      log.warn({ fault }, 'could not read changes of the support chat; trying again')
      resyncAll()
      failures += 1
      cancelRetry = timers.after(backoffMs(failures, retry), () => void run())
    } finally {
      isRunning = false
    }
  }
  async function next(): Promise<void> {
    if (mustResync) {
      mustResync = false
      watchers.renew()
      watchers.toDesk({ kind: 'missed' })
    }
    if (watchers.fresh.size > 0) return await pushStates(pool, watchers)
    await pushChanges(pool, watchers, waiting.splice(0, batchSize))
  }
  const stopListening = await listen(supportChannel, {
    onMessage: heard,
    onReconnect: () => {
      resyncAll()
      void run()
    },
  })
  return {
    watchOwn(owner, handler) {
      const unwatch = watchers.addOwn(owner, handler)
      void run()
      return unwatch
    },
    watchDesk: watchers.addDesk,
    onEnded: watchers.onEnded,
    stop() {
      isStopped = true
      cancelRetry()
      stopListening()
    },
  }
}

/** A visitor's thread that is missing has ended, which may not have been heard. */
async function pushStates(pool: Pool, watchers: Watchers): Promise<void> {
  const fresh = watchers.takeFresh(batchSize)
  const threads = await readOwnThreads(
    pool,
    fresh.map(({ owner }) => owner),
  )
  const byOwner = new Map(threads.map((thread) => [ownerKey(ownerOf(thread)), thread]))
  for (const { owner, handler } of fresh) {
    const thread = byOwner.get(ownerKey(owner))
    if (thread === undefined && owner.kind === 'visitor') watchers.ended(owner.threadId)
    else handler({ kind: 'snapshot', thread, messages: [] })
  }
}

function ownerOf({ id, userId }: OwnThread): ThreadOwner {
  return userId === undefined ? { kind: 'visitor', threadId: id } : { kind: 'user', userId }
}

/** Threads in the order of their first change, each with all its new messages. */
async function pushChanges(pool: Pool, watchers: Watchers, changes: readonly SupportChange[]): Promise<void> {
  const changed = new Map(changes.filter(hasState).map((change) => [change.threadId, change]))
  const owners = [...changed.values()].filter((change) => watchers.ofChange(change).size > 0).map(changeOwner)
  const [named, own, desk] = await Promise.all([
    readNamed(
      pool,
      changes.flatMap((change) => (change.kind === 'message' ? [change] : [])),
    ),
    owners.length === 0 ? [] : readOwnThreads(pool, owners),
    watchers.hasDesk() && changed.size > 0 ? readDeskThreads(pool, [...changed.keys()]) : [],
  ])
  for (const change of changed.values()) {
    const { threadId } = change
    const added = named.filter((message) => message.threadId === threadId).sort((a, b) => a.number - b.number)
    const messages = added.length > mostPushed ? [] : added
    const ownThread = own.find(({ id }) => id === threadId)
    const deskThread = desk.find(({ id }) => id === threadId)
    pushThread(watchers, change, { ownThread, deskThread, messages })
  }
  for (const change of changes) pushMark(watchers, change)
}

function hasState({ kind }: SupportChange): boolean {
  return kind === 'message' || kind === 'thread'
}

function changeOwner({ threadId, userId }: SupportChange): ThreadOwner {
  return userId === undefined ? { kind: 'visitor', threadId } : { kind: 'user', userId }
}

type Read = {
  readonly ownThread: OwnThread | undefined
  readonly deskThread: DeskThread | undefined
  readonly messages: readonly Message[]
}

/** A thread that was claimed or deleted meanwhile is missing. Its owner hears of that by another change. */
function pushThread(
  watchers: Watchers,
  change: SupportChange,
  { ownThread, deskThread, messages }: Read,
): void {
  if (ownThread !== undefined)
    for (const { handler } of watchers.ofChange(change))
      handler({ kind: 'state', thread: ownThread, messages })
  if (deskThread !== undefined) watchers.toDesk({ kind: 'thread', thread: deskThread, messages })
}

function pushMark(watchers: Watchers, change: SupportChange): void {
  if (change.kind === 'ended') watchers.toDesk({ kind: 'gone', threadId: change.threadId })
  if (change.kind !== 'typing') return
  const { threadId, by } = change
  watchers.toDesk({ kind: 'typing', threadId, by })
  if (by === 'desk') for (const { handler } of watchers.ofChange(change)) handler({ kind: 'typing' })
}
