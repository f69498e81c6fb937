import { dayMarketTopic, isPrivateTopic, klinePrefix, ownTradesTopic } from '#contract/live.ts'
import { createHandlers, type Handlers, type Member } from '#web/live/listeners.ts'
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
  readonly sweep: () => void
  /** What is known of one user must never be shown to the next. */
  readonly forgetPrivate: () => void
}

type Topic = { readonly handlers: Handlers<Push>; readonly state: TopicState }

/**
 * Who wants which topic. A topic is wanted while it has a subscriber. One who joins a topic of which something is known
 * is given that, as a snapshot, right after `add` has returned.
 */
export function createTopics({ changed, reportError }: TopicsParts): Topics {
  const topics = new Map<string, Topic>()
  const open = (name: string) => ({
    handlers: createHandlers<Push>(reportError),
    state: createTopicState(name),
  })
  return {
    add(name, handler) {
      const topic = topics.get(name) ?? open(name)
      topics.set(name, topic)
      const member = topic.handlers.add(handler)
      greet(topic, member)
      changed()
      return () => {
        if (member.leave()) changed()
      }
    },
    wanted: () => [...topics].filter(([, topic]) => topic.handlers.count() > 0).map(([name]) => name),
    deliver(name, push) {
      const topic = topics.get(name)
      topic?.state.take(push)
      topic?.handlers.tell(push)
    },
    sweep() {
      for (const [name, topic] of topics) if (topic.handlers.count() === 0) topics.delete(name)
    },
    forgetPrivate() {
      for (const [name, topic] of topics) if (isPrivateTopic(name)) topic.state.forget()
    },
  }
}

/** Not before `add` has returned: a handler may want to leave at once, and needs the way out for that. */
function greet({ state }: Topic, newcomer: Member<Push>): void {
  if (state.known() === undefined) return
  queueMicrotask(() => {
    // Asked again: a session may have ended in between, and its figures with it.
    const known = state.known()
    if (known !== undefined) newcomer.tell(known)
  })
}

export type Push<Data = unknown> = {
  readonly data: Data
  /** The whole state so far, from the server or from our memory of it; otherwise only what is new. */
  readonly snapshot: boolean
}

/** What is known of a topic by now, for a subscriber who comes later. */
type TopicState = {
  readonly take: (push: Push) => void
  readonly known: () => Push | undefined
  readonly forget: () => void
}

/**
 * How pushes add up differs by topic: DAY_MARKET sends only the quotes that changed, so its rows are merged;
 * a candle and the account's figures replace the last ones; FOREX_CLOSED tells of events, and an event is not told twice.
 */
export function createTopicState(topic: string): TopicState {
  if (topic === dayMarketTopic) return createRows()
  return topic === ownTradesTopic || topic.startsWith(klinePrefix) ? createLatest() : nothing
}

/** As many rows as there are markets. */
function createRows(): TopicState {
  const rows = new Map<unknown, unknown>()
  return {
    take({ data, snapshot }) {
      if (!Array.isArray(data)) return
      if (snapshot) rows.clear()
      for (const row of data) if (isRecord(row)) rows.set(idOf(row), row)
    },
    known: () => (rows.size === 0 ? undefined : { data: [...rows.values()], snapshot: true }),
    forget: () => rows.clear(),
  }
}

function idOf({ Id }: Readonly<Record<string, unknown>>): unknown {
  return Id
}

function createLatest(): TopicState {
  let latest: Push | undefined
  return {
    take({ data }) {
      latest = { data, snapshot: true }
    },
    known: () => latest,
    forget() {
      latest = undefined
    },
  }
}

const nothing: TopicState = { take: () => undefined, known: () => undefined, forget: () => undefined }
