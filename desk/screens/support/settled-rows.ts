import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'

type Row = { readonly id: number }

/**
 * Rows of a live list that do not move under the operator's pointer. While the list is in use, rows keep their places:
 * changed ones change in place, new ones come last, and those that left stay. It is brought in order when it has not been
 * used for a while.
 */
export type SettledRows<Item extends Row> = ReadableStore<readonly Item[]> & {
  readonly update: (rows: readonly Item[]) => void
  /** The operator points at the list, touches or scrolls it, or moves the focus in it. */
  readonly used: () => void
  /** The whole list has moved, because something above it has come or gone. */
  readonly moved: () => void
  /** Whether rows have moved so recently that a press was meant for what was there before. */
  readonly hasJustMoved: () => boolean
  readonly stop: () => void
}

export const settledRowsBounds = { restMs: 3_000, movedMs: 500 } as const

type Parts = { readonly timers: Timers; readonly now: () => number }

export function createSettledRows<Item extends Row>(
  first: readonly Item[],
  { timers, now }: Parts,
): SettledRows<Item> {
  const shown = createValueStore(first)
  let newest = first
  let movedAtMs = Number.NEGATIVE_INFINITY
  /** Set while the list is in use. */
  let cancelRest: CancelTimer | undefined

  function show(rows: readonly Item[]): void {
    if (!isSameOrder(shown.getSnapshot(), rows)) movedAtMs = now()
    shown.set(rows)
  }
  function rest(): void {
    cancelRest = undefined
    show(newest)
  }
  return {
    getSnapshot: shown.getSnapshot,
    subscribe: shown.subscribe,
    update(rows) {
      newest = rows
      if (cancelRest === undefined) show(rows)
      else shown.set(inPlace(shown.getSnapshot(), rows))
    },
    used() {
      cancelRest?.()
      cancelRest = timers.after(settledRowsBounds.restMs, rest)
    },
    moved() {
      movedAtMs = now()
    },
    hasJustMoved: () => now() - movedAtMs < settledRowsBounds.movedMs,
    stop: () => cancelRest?.(),
  }
}

/** The rows in the order in which they are shown. */
function inPlace<Item extends Row>(shown: readonly Item[], newest: readonly Item[]): readonly Item[] {
  const byId = new Map(newest.map((row) => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  return [...shown.map((row) => byId.get(row.id) ?? row), ...newest.filter(({ id }) => !known.has(id))]
}

/** Whether no row that was shown is in another place now. */
function isSameOrder(before: readonly Row[], after: readonly Row[]): boolean {
  return before.every(({ id }, place) => after[place]?.id === id)
}
