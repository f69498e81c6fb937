import { createListeners, type Listener, type Listeners } from '#browser/live/listeners.ts'
import { isRecord } from '#browser/platform/parse-record.ts'
import { dayMarketTopic, isPrivateTopic, klinePrefix, ownTradesTopic, supportTopic } from '#contract/live.ts'

export type Push<Data = unknown> = {
  readonly data: Data
  /** True if `data` is the complete state, from the server or the cache. False if `data` holds only changes. */
  readonly snapshot: boolean
  /** Of candles only: how often earlier candles were completed; absent if never. */
  readonly fills?: number
}

type TopicsParts = {
  /** Called when the set of topics with a subscriber may have changed. */
  readonly changed: () => void
  readonly reportError: (error: unknown) => void
}

type Topics = {
  readonly subscribe: (topic: string, handler: (push: Push) => void) => () => void
  readonly wanted: () => readonly string[]
  readonly deliver: (topic: string, push: Push) => void
  /** Removes topics without a subscriber. */
  readonly removeUnused: () => void
  /** Clears the cached data of the user, which another user must never see. */
  readonly clearPrivate: () => void
}

type Topic = { readonly listeners: Listeners<Push>; readonly cache: TopicCache }

/**
 * The subscribers of all topics. A new subscriber receives the cached state as a snapshot after `subscribe` returns.
 */
export function createTopics({ changed, reportError }: TopicsParts): Topics {
  const topics = new Map<string, Topic>()
  const createTopic = (name: string) => ({
    listeners: createListeners<Push>(reportError),
    cache: createTopicCache(name),
  })
  return {
    subscribe(name, handler) {
      const topic = topics.get(name) ?? createTopic(name)
      topics.set(name, topic)
      const listener = topic.listeners.add(handler)
      sendSnapshot(topic, listener)
      changed()
      return () => {
        if (listener.remove()) changed()
      }
    },
    wanted: () => [...topics].filter(([, topic]) => topic.listeners.count() > 0).map(([name]) => name),
    deliver(name, push) {
      const topic = topics.get(name)
      topic?.cache.update(push)
      topic?.listeners.notify(push)
    },
    removeUnused() {
      for (const [name, topic] of topics) if (topic.listeners.count() === 0) topics.delete(name)
    },
    clearPrivate() {
      for (const [name, topic] of topics) if (isPrivateTopic(name)) topic.cache.clear()
    },
  }
}

/** Asynchronous, so that the handler can already call the unsubscribe function that `subscribe` returns. */
function sendSnapshot({ cache }: Topic, listener: Listener<Push>): void {
  if (cache.snapshot() === undefined) return
  queueMicrotask(() => {
    // The cache is read again: it was cleared if the session has ended since.
    const snapshot = cache.snapshot()
    if (snapshot !== undefined) listener.notify(snapshot)
  })
}

/** The latest state of a topic, for subscribers that join later. */
export type TopicCache = {
  readonly update: (push: Push) => void
  readonly snapshot: () => Push | undefined
  readonly clear: () => void
}

/**
 * DAY_MARKET pushes only changed quotes, so its rows are merged. A candle and the account's figures replace the
 * previous push, and so does the state of the support thread. FOREX_CLOSED, FOREX_ORDERS and NOTICE push events, which
 * are not repeated.
 */
export function createTopicCache(topic: string): TopicCache {
  if (topic === dayMarketTopic) return createRowCache()
  if (topic === supportTopic) return createThreadCache()
  return topic === ownTradesTopic || topic.startsWith(klinePrefix) ? createLatestCache() : noCache
}

/** Holds one row per market, so its size is bounded. */
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
    update(push) {
      latest = { ...push, snapshot: true }
    },
    snapshot: () => latest,
    clear() {
      latest = undefined
    },
  }
}

/** The state of the support thread without messages: a client asks for those that it does not have. */
function createThreadCache(): TopicCache {
  const latest = createLatestCache()
  return {
    ...latest,
    update({ data, snapshot }) {
      const { thread } = isRecord(data) ? data : {}
      if (thread !== undefined) latest.update({ data: { thread, messages: [] }, snapshot })
    },
  }
}

const noCache: TopicCache = { update: () => undefined, snapshot: () => undefined, clear: () => undefined }
