import { commandTraits } from '#server/engine/command-traits.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'

/** Commands that wait for a free place in a batch. Commands that reduce risk go before those that may add to it. */
export type CommandQueue = {
  /** False if the queue is full. */
  readonly enqueue: (pending: PendingRequest) => boolean
  /** After decisions were lost: puts their requests back at the front of the queue, in the given order. */
  readonly putBack: (pending: readonly PendingRequest[]) => void
  /** Without room for commands that may add risk, returns only those that reduce it. */
  readonly next: (hasOpeningRoom: boolean) => PendingRequest | undefined
  readonly takeAll: () => readonly PendingRequest[]
  readonly length: () => number
}

const maxOpening = 5_000
const maxClosing = 20_000

export function createCommandQueue(): CommandQueue {
  const closing = createFifo()
  const opening = createFifo()
  const fifoOf = ({ command }: PendingRequest) => (commandTraits[command.kind].mayAddRisk ? opening : closing)
  return {
    enqueue(pending) {
      const fifo = fifoOf(pending)
      if (fifo.length() >= (fifo === opening ? maxOpening : maxClosing)) return false
      fifo.add(pending)
      return true
    },
    putBack(all) {
      for (const fifo of [closing, opening]) fifo.putBack(all.filter((one) => fifoOf(one) === fifo))
    },
    next: (hasOpeningRoom) => closing.next() ?? (hasOpeningRoom ? opening.next() : undefined),
    takeAll: () => [...closing.takeAll(), ...opening.takeAll()],
    length: () => closing.length() + opening.length(),
  }
}

/** Taken items are removed from the array once it has this many of them, and they are half of it. */
const maxTaken = 1024

/** First in, first out, without shifting the array for each item. */
function createFifo() {
  let items: PendingRequest[] = []
  let first = 0
  return {
    add: (pending: PendingRequest) => void items.push(pending),
    putBack(pending: readonly PendingRequest[]) {
      items = [...pending, ...items.slice(first)]
      first = 0
    },
    next(): PendingRequest | undefined {
      const next = items[first]
      if (next !== undefined) first += 1
      // Under constant load the queue is never empty, and requests that were answered would stay in memory.
      if (next === undefined || (first >= maxTaken && first * 2 >= items.length)) {
        items = items.slice(first)
        first = 0
      }
      return next
    },
    takeAll(): readonly PendingRequest[] {
      const all = items.slice(first)
      items = []
      first = 0
      return all
    },
    length: () => items.length - first,
  }
}
