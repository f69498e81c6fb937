// The support thread of a user or visitor.
import { type SupportPush, supportTopic } from '#contract/live.ts'
import { supportMessageToWire, supportThreadToWire } from '#contract/support-wire.ts'
import type { LiveSupport } from '#server/live/live-parts.ts'
import type { Identity, Subscriber, Topic } from '#server/live/topic.ts'
import type { OwnPush, ThreadOwner } from '#server/support/support.ts'

type SupportTopicsParts = {
  readonly support: { readonly feed: Pick<LiveSupport['feed'], 'watchOwn'> }
  /** Encodes a push. `data` is JSON. */
  readonly frameOf: (topic: string, data: string, sentSeq: number, isSnapshot: boolean) => Buffer
}

type Watched = {
  readonly subscribers: Set<Subscriber>
  readonly stop: () => void
  /** The present state as JSON, without messages. Undefined until it was read. */
  state: string | undefined
}

/** One watch for each owner, whose sockets share it. Each socket reads only the thread of its own login. */
export function createSupportTopics({ support, frameOf }: SupportTopicsParts) {
  const watched = new Map<string, Watched>()

  function open(key: string, owner: ThreadOwner): Watched {
    const stop = support.feed.watchOwn(owner, (push) => onPush(opened, push))
    const opened: Watched = { subscribers: new Set(), stop, state: undefined }
    watched.set(key, opened)
    return opened
  }
  function onPush(target: Watched, push: OwnPush): void {
    const isSnapshot = push.kind === 'snapshot'
    if (push.kind !== 'typing') target.state = dataOf({ ...push, messages: [] })
    const data = dataOf(push)
    for (const { queue, sendQueued, sentSeq, isBehind } of target.subscribers) {
      // A client that reads slowly gets the state, and asks for the messages that it has missed.
      queue(() => frameOf(supportTopic, isBehind() ? (target.state ?? data) : data, sentSeq(), isSnapshot))
      sendQueued()
    }
  }
  return {
    subscribe(subscriber: Subscriber): Topic | undefined {
      const owner = ownerOf(subscriber.identity)
      if (owner === undefined) return undefined
      const key = keyOf(owner)
      const found = watched.get(key) ?? open(key, owner)
      found.subscribers.add(subscriber)
      const snapshot = (sentSeq: number) =>
        found.state === undefined
          ? []
          : [{ version: 0, frame: frameOf(supportTopic, found.state, sentSeq, true) }]
      return topicOf(snapshot)
    },
    unsubscribe(subscriber: Subscriber): void {
      const owner = ownerOf(subscriber.identity)
      const key = owner === undefined ? '' : keyOf(owner)
      const found = watched.get(key)
      if (found === undefined || !found.subscribers.delete(subscriber) || found.subscribers.size > 0) return
      watched.delete(key)
      found.stop()
    },
  }
}

/** A flush sends nothing: every push is queued at once. */
function topicOf(snapshot: Topic['snapshot']): Topic {
  const doNothing = () => undefined
  return {
    name: supportTopic,
    onMarketEvent: doNothing,
    prepareFlush: doNothing,
    updates: () => [],
    snapshot,
  }
}

export function ownerOf(identity: Identity | undefined): ThreadOwner | undefined {
  if (identity?.kind === 'user') return { kind: 'user', userId: identity.userId }
  return identity?.kind === 'visitor' ? { kind: 'visitor', threadId: identity.threadId } : undefined
}

function keyOf(owner: ThreadOwner): string {
  return owner.kind === 'user' ? `user:${owner.userId}` : `visitor:${owner.threadId}`
}

function dataOf(push: OwnPush): string {
  const data: SupportPush =
    push.kind === 'typing'
      ? { typing: 'desk' }
      : { thread: supportThreadToWire(push.thread), messages: push.messages.map(supportMessageToWire) }
  return JSON.stringify(data)
}
