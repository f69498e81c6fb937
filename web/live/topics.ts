import { dayMarketTopic, isPrivateTopic, klinePrefix, ownTradesTopic } from '#contract/live.ts'
import { createListeners, type Listener, type Listeners } from '#web/live/listeners.ts'
import { isRecord } from '#web/platform/parse-record.ts'

type PushHandler = (push: Push) => void

type TopicsParts = {
  /** What is wanted may have changed. */
  readonly changed: () => void
  readonly reportError: (error: unknown) => void
}

type Topics = {
  readonly add: (topic: string, handler: PushHandler) => () => void
  readonly wanted: () => readonly string[]
  readonly deliver: (topic: string, push: Push) => void
  /** Lets go of topics nobody subscribes to any more. */
  readonly removeUnused: () => void
  /** What is known of one user must never be shown to the next. */
  readonly clearPrivate: () => void
}

type Topic = { readonly handlers: Listeners<Push>; readonly state: TopicCache }

/**
 * Who wants which topic. A topic is wanted while it has a subscriber. One who joins a topic of which something is known
 * is given that, as a snapshot, right after `add` has returned.
 */
export function createTopics({ changed, reportError }: TopicsParts): Topics {
  const topics = new Map<string, Topic>()
  const open = (name: string) => ({
    handlers: createListeners<Push>(reportError),
    state: createTopicCache(name),
  })
  return {
    add(name, handler) {
      const topic = topics.get(name) ?? open(name)
      topics.set(name, topic)
      const member = topic.handlers.add(handler)
      sendSnapshot(topic, member)
      changed()
      return () => {
        if (member.remove()) changed()
      }
    },
    wanted: () => [...topics].filter(([, topic]) => topic.handlers.count() > 0).map(([name]) => name),
    deliver(name, push) {
      const topic = topics.get(name)
      topic?.state.update(push)
      topic?.handlers.notify(push)
    },
    removeUnused() {
      for (const [name, topic] of topics) if (topic.handlers.count() === 0) topics.delete(name)
    },
    clearPrivate() {
      for (const [name, topic] of topics) if (isPrivateTopic(name)) topic.state.clear()
    },
  }
}

/** Not before `add` has returned: a handler may want to leave at once, and needs the way out for that. */
function sendSnapshot({ state }: Topic, newcomer: Listener<Push>): void {
  if (state.snapshot() === undefined) return
  queueMicrotask(() => {
    // Asked again: a session may have ended in between, and its figures with it.
    const known = state.snapshot()
    if (known !== undefined) newcomer.notify(known)
  })
}

export type Push<Data = unknown> = {
  readonly data: Data
  /** The whole state so far, from the server or from our memory of it; otherwise only what is new. */
  readonly snapshot: boolean
}

/** What is known of a topic by now, for a subscriber who comes later. */
type TopicCache = {
  readonly update: (push: Push) => void
  readonly snapshot: () => Push | undefined
  readonly clear: () => void
}

/**
 * How pushes add up differs by topic: DAY_MARKET sends only the quotes that changed, so its rows are merged;
 * a candle and the account's figures replace the last ones; FOREX_CLOSED tells of events, and an event is not told twice.
 */
export function createTopicCache(topic: string): TopicCache {
  if (topic === dayMarketTopic) return createRowCache()
  return topic === ownTradesTopic || topic.startsWith(klinePrefix) ? createLatestCache() : noCache
}

/** As many rows as there are markets. */
function createRowCache(): TopicCache {
  const rows = new Map<unknown, unknown>()
  return {
    update({ data, snapshot }) {
      if (!Array.isArray(data)) return
      if (snapshot) rows.clear()
      for (const row of data) if (isRecord(row)) rows.set(idOf(row), row)
    },
    snapshot: () => (rows.size === 0 ? undefined : { data: [...rows.values()], snapshot: true }),
    clear: () => rows.clear(),
  }
}

function idOf({ Id }: Readonly<Record<string, unknown>>): unknown {
  return Id
}

function createLatestCache(): TopicCache {
  let latest: Push | undefined
  return {
    update({ data }) {
      latest = { data, snapshot: true }
    },
    snapshot: () => latest,
    clear() {
      latest = undefined
    },
  }
}

const noCache: TopicCache = { update: () => undefined, snapshot: () => undefined, clear: () => undefined }
