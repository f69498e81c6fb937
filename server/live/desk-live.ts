// The live socket of operators. It knows operators only, and has no topic of users.

import { supportRoles } from '#contract/desk/support.ts'
import { deskMessageToWire, deskThreadToWire } from '#contract/desk/support-wire.ts'
import { deskSocketPath, type SupportDeskPush, supportDeskTopic } from '#contract/live.ts'
import { isRoleAllowed, type OperatorRole } from '#core/user/operator-role.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveSocketParts } from '#server/live/live-parts.ts'
import { createLiveSocket, type LiveSocket } from '#server/live/live-socket.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import type { Subscriber, Topic } from '#server/live/topic.ts'
import type { DeskPush, Support } from '#server/support/support.ts'

type LiveOperator = { readonly sessionId: number; readonly role: OperatorRole }

export type DeskLiveParts = LiveSocketParts & {
  /** Whatever is shown to the operator afterwards is audited by this login. Undefined if the session has ended. */
  readonly authenticate: (token: string, address: string) => Promise<LiveOperator | undefined>
  /** The sessions among these that have not ended, with the present role. Does not count as use of a session. */
  readonly findLive: (sessionIds: readonly number[]) => Promise<readonly LiveOperator[]>
  readonly feed: Pick<Support['feed'], 'watchDesk'>
}

export type DeskLive = Pick<LiveSocket, 'attach' | 'closeIdle' | 'stop'> & {
  /** Logs out the sockets whose session has ended or changed its role. */
  readonly checkSessions: () => Promise<void>
}

/** Ended sessions of operators are found by asking, because many ways end one: time, sign-out, a change of the operator. */
const checkEveryMs = 5_000

export function createDeskLive(parts: DeskLiveParts): DeskLive {
  const { feed, findLive, authenticate, ...shared } = parts
  const topics = createDeskTopics(feed)
  const socket = createLiveSocket({
    ...shared,
    path: deskSocketPath,
    topics,
    async authenticate({ kind, token }, address) {
      const operator = kind === 'session' ? await authenticate(token, address) : undefined
      return operator && { kind: 'operator', role: operator.role, key: keyOf(operator) }
    },
  })
  async function checkSessions(): Promise<void> {
    const keys = new Set(socket.identities().map(({ key }) => key))
    if (keys.size === 0) return
    const live = await findLive([...keys].map(sessionIdOf))
    const liveKeys = new Set(live.map(keyOf))
    for (const key of keys) if (!liveKeys.has(key)) socket.endLogin(key)
  }
  let isChecking = false
  async function checkUnlessChecking(): Promise<void> {
    if (isChecking) return
    isChecking = true
    try {
      await checkSessions()
    } catch (fault) {
      parts.log.error({ fault }, 'could not check sessions of operators')
    } finally {
      isChecking = false
    }
  }
  const cancel = parts.timers.every(checkEveryMs, () => void checkUnlessChecking())
  return {
    attach: socket.attach,
    closeIdle: socket.closeIdle,
    checkSessions,
    async stop() {
      cancel()
      topics.stop()
      await socket.stop()
    },
  }
}

/** With the role: a changed role ends the login. */
function keyOf({ sessionId, role }: LiveOperator): string {
  return `${sessionId}:${role}`
}

function sessionIdOf(key: string): number {
  return Number(key.split(':', 1)[0])
}

function createDeskTopics(feed: DeskLiveParts['feed']): SocketTopics & { readonly stop: () => void } {
  const subscribers = new Set<Subscriber>()
  let flushes = 0
  let stopWatch: (() => void) | undefined

  function send(push: DeskPush): void {
    const frame = frameOf(push)
    for (const { queue, sendQueued, isBehind } of subscribers) {
      queue(() => (isBehind() ? missedFrame : frame))
      sendQueued()
    }
  }
  /** Changes are read only while an operator is there. */
  function watchIfNeeded(): void {
    if (subscribers.size > 0) stopWatch ??= feed.watchDesk(send)
    else stop()
  }
  function stop(): void {
    stopWatch?.()
    stopWatch = undefined
  }
  return {
    stop,
    isKnown: (name) => name === supportDeskTopic,
    isPrivate: () => true,
    accessOf(_, identity) {
      if (identity?.kind !== 'operator') return 'login_needed'
      return isRoleAllowed(identity.role, supportRoles) ? 'allowed' : 'forbidden'
    },
    subscribe(name, subscriber) {
      if (name !== supportDeskTopic) return undefined
      subscribers.add(subscriber)
      watchIfNeeded()
      return deskTopic
    },
    unsubscribe(_, subscriber) {
      subscribers.delete(subscriber)
      watchIfNeeded()
    },
    prepareFlush: () => {
      flushes += 1
    },
    flushCount: () => flushes,
    newestSeq: () => 0,
  }
}

function encode(data: SupportDeskPush, isSnapshot = false): Buffer {
  const frame = { topic: supportDeskTopic, data, ...(isSnapshot ? { snapshot: true } : {}) }
  return encodeFrame(JSON.stringify(frame))
}

/** A client that reads slowly reads its lists again, like a new one. */
const missedFrame = encode({ missed: true }, true)

function frameOf(push: DeskPush): Buffer {
  if (push.kind === 'missed') return missedFrame
  if (push.kind === 'gone') return encode({ gone: push.threadId })
  if (push.kind === 'typing') return encode({ typing: { id: push.threadId, by: push.by } })
  return encode({ thread: deskThreadToWire(push.thread), messages: push.messages.map(deskMessageToWire) })
}

const doNothing = () => undefined

const deskTopic: Topic = {
  ...{ name: supportDeskTopic, onMarketEvent: doNothing, prepareFlush: doNothing, updates: () => [] },
  snapshot: () => [{ version: 0, frame: missedFrame }],
}
