/** Counts of each kind of event, which prove that the rules were exercised. */
export type EventCounts = {
  readonly add: (name: string, times?: number) => void
  readonly addAll: (others: ReadonlyMap<string, number>) => void
  readonly all: () => ReadonlyMap<string, number>
}

export function createEventCounts(): EventCounts {
  const counts = new Map<string, number>()
  const add = (name: string, times = 1) => void counts.set(name, (counts.get(name) ?? 0) + times)
  return {
    add,
    addAll(others) {
      for (const [name, times] of others) add(name, times)
    },
    all: () => counts,
  }
}
