import { dayMarketTopic, klinePrefix, ownTradesTopic } from '#contract/live.ts'
import { isRecord } from '#web/platform/parse-record.ts'

export type Push<Data = unknown> = {
  readonly data: Data
  /** The whole state so far, from the server or from our memory of it; otherwise only what is new. */
  readonly snapshot: boolean
}

/** What is known of a topic by now, for a subscriber who comes later. */
export type TopicState = {
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
