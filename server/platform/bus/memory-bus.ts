import {
  type Bus,
  BusFailure,
  type Exchange,
  type TopicMap,
  type Unsubscribe,
} from '#server/platform/bus/bus.ts'

export type MemoryBusParts = {
  readonly onFault: (topic: string, fault: unknown) => void
}

/** Bounds that only a runaway loop or a stuck responder can reach. */
const mostQueued = 100_000
const mostPending = 10_000

type Handler = (message: unknown) => void
type Responder = (message: unknown) => Promise<unknown>

/** The bus of a single process: delivery is a function call, in publishing order. */
export function createMemoryBus<
  Topics extends TopicMap,
  Questions extends { [Q in keyof Questions]: Exchange },
>(parts: MemoryBusParts): Bus<Topics, Questions> {
  const subscribers = new Map<string, Set<Handler>>()
  const responders = new Map<string, Responder>()
  const pending = new Set<Promise<unknown>>()
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

  // A subscriber may publish: its message waits its turn, so that all see the same order.
  function drain(): void {
    delivering = true
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) deliver(next.topic, next.message)
    delivering = false
  }

  function publish(topic: string, message: unknown): void {
    if (stopped) return
    if (queue.length >= mostQueued) throw new BusFailure('too_many_pending', topic)
    queue.push({ topic, message })
    if (!delivering) drain()
  }

  function subscribe(topic: string, handler: Handler): Unsubscribe {
    const handlers = subscribers.get(topic) ?? new Set()
    // A wrapper of its own for each subscription: the same function may subscribe twice.
    const own: Handler = (message) => handler(message)
    subscribers.set(topic, handlers.add(own))
    return () => handlers.delete(own)
  }

  async function request(question: string, message: unknown, timeoutMs: number): Promise<unknown> {
    const responder = responders.get(question)
    if (stopped) throw new BusFailure('stopped', question)
    if (responder === undefined) throw new BusFailure('nobody_answers', question)
    if (pending.size >= mostPending) throw new BusFailure('too_many_pending', question)
    const reply = withinTime(question, responder(message), timeoutMs)
    pending.add(reply)
    return reply.finally(() => pending.delete(reply))
  }

  function respond(question: string, responder: Responder): Unsubscribe {
    if (responders.has(question)) throw new Error(`${question} already has someone who answers it`)
    responders.set(question, responder)
    return () => responders.delete(question)
  }

  async function stop(): Promise<void> {
    stopped = true
    await Promise.allSettled(pending)
  }

  return { publish, subscribe, request, respond, stop } as Bus<Topics, Questions>
}

function withinTime<Reply>(question: string, reply: Promise<Reply>, timeoutMs: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const timer = setTimeout(() => reject(new BusFailure('timed_out', question)), timeoutMs)
  reply.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
