import type { Command } from '#core/decision/command.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'

/** Commands that wait for room in a batch. Whatever lowers risk goes before what adds to it. */
export type CommandQueue = {
  /** False when too many wait already. */
  readonly enqueue: (waiting: PendingRequest) => boolean
  /** Those that were decided and lost go first, in their order. */
  readonly putBack: (waiting: readonly PendingRequest[]) => void
  readonly next: () => PendingRequest | undefined
  readonly takeAll: () => readonly PendingRequest[]
  readonly length: () => number
}

/** What may add to risk. Keys are burned in the other lane: the sooner, the less acts late. */
const openingKinds: ReadonlySet<Command['kind']> = new Set(['open_order', 'reverse_order', 'amend_order'])

const mostOpening = 5_000
const mostClosing = 20_000

export function createCommandQueue(): CommandQueue {
  const closing = createLine()
  const opening = createLine()
  const laneOf = ({ command }: PendingRequest) => (openingKinds.has(command.kind) ? opening : closing)
  return {
    enqueue(waiting) {
      const lane = laneOf(waiting)
      if (lane.length() >= (lane === opening ? mostOpening : mostClosing)) return false
      lane.add(waiting)
      return true
    },
    putBack(all) {
      for (const lane of [closing, opening]) lane.putBack(all.filter((one) => laneOf(one) === lane))
    },
    next: () => closing.next() ?? opening.next(),
    takeAll: () => [...closing.takeAll(), ...opening.takeAll()],
    length: () => closing.length() + opening.length(),
  }
}

/** First come, first served, without moving everyone up each time. */
function createLine() {
  let line: PendingRequest[] = []
  let first = 0
  return {
    add: (waiting: PendingRequest) => void line.push(waiting),
    putBack(waiting: readonly PendingRequest[]) {
      line = [...waiting, ...line.slice(first)]
      first = 0
    },
    next(): PendingRequest | undefined {
      const next = line[first]
      if (next === undefined) {
        line = []
        first = 0
      } else first += 1
      return next
    },
    takeAll(): readonly PendingRequest[] {
      const all = line.slice(first)
      line = []
      first = 0
      return all
    },
    length: () => line.length - first,
  }
}
