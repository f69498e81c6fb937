/** Maps each topic name to the type of its messages. */
export type TopicMap = object

/**
 * Publish/subscribe between modules that may one day run on different machines. Messages are plain data and arrive in
 * publishing order per topic. Delivery is not durable: a message that must not be lost is also in the database.
 */
export type Bus<Topics extends TopicMap> = {
  /** Delivers the message to every subscriber. A subscriber that throws does not affect the others. */
  readonly publish: <Topic extends keyof Topics & string>(topic: Topic, message: Topics[Topic]) => void
  readonly subscribe: <Topic extends keyof Topics & string>(
    topic: Topic,
    handler: (message: Topics[Topic]) => void,
  ) => Unsubscribe
  /** Drops every message published from now on. */
  readonly stop: () => void
}

export type Unsubscribe = () => void

export type MemoryBusParts = {
  readonly onFault: (topic: string, fault: unknown) => void
}

/** Only a runaway publishing loop can reach this. */
const maxQueued = 100_000

type Handler = (message: unknown) => void

/** The in-process bus: delivery is a synchronous function call. */
export function createMemoryBus<Topics extends TopicMap>(parts: MemoryBusParts): Bus<Topics> {
  const subscribers = new Map<string, Set<Handler>>()
  const queue: { topic: string; message: unknown }[] = []
  let delivering = false
  let stopped = false

  function deliver(topic: string, message: unknown): void {
    for (const handler of [...(subscribers.get(topic) ?? [])]) {
      try {
        handler(message)
      } catch (fault) {
        parts.onFault(topic, fault)
      }
    }
  }

  // A subscriber may publish. Its message is queued, so that every subscriber sees the same order.
  function drain(): void {
    delivering = true
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) deliver(next.topic, next.message)
    delivering = false
  }

  function publish(topic: string, message: unknown): void {
    if (stopped) return
    if (queue.length >= maxQueued) throw new Error(`${topic}: too many queued messages`)
    queue.push({ topic, message })
    if (!delivering) drain()
  }

  function subscribe(topic: string, handler: Handler): Unsubscribe {
    const handlers = subscribers.get(topic) ?? new Set()
    // Wrapped, because the same function may subscribe twice.
    const own: Handler = (message) => handler(message)
    subscribers.set(topic, handlers.add(own))
    return () => handlers.delete(own)
  }

  function stop(): void {
    stopped = true
  }

  return { publish, subscribe, stop } as Bus<Topics>
}
