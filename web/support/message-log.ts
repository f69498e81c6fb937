import type { SupportMessage } from '#contract/calls/support.ts'

/** The messages of a thread that have been read, by their numbers. */
export type MessageLog = {
  /** The newest page, from which on nothing may be missing. */
  readonly begin: (page: readonly SupportMessage[]) => void
  /** A repeated number changes nothing. */
  readonly add: (messages: readonly SupportMessage[]) => void
  readonly all: () => readonly SupportMessage[]
  /** Lowest number; undefined while there is none. */
  readonly first: () => number | undefined
  /** Highest number up to which nothing is missing since the beginning; 0 in a thread without messages. */
  readonly last: () => number
  readonly highest: () => number
}

export function createMessageLog(): MessageLog {
  const byNumber = new Map<number, SupportMessage>()
  let last = 0
  let sorted: readonly SupportMessage[] = []
  function add(messages: readonly SupportMessage[]): void {
    const added = messages.filter(({ number }) => !byNumber.has(number))
    if (added.length === 0) return
    for (const message of added) byNumber.set(message.number, message)
    sorted = [...byNumber.values()].toSorted((one, other) => one.number - other.number)
    while (byNumber.has(last + 1)) last += 1
  }
  return {
    begin(page) {
      last = page.at(-1)?.number ?? 0
      add(page)
    },
    add,
    all: () => sorted,
    first: () => sorted[0]?.number,
    last: () => last,
    highest: () => sorted.at(-1)?.number ?? 0,
  }
}
