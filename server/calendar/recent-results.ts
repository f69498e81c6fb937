import type { EventRange } from '#server/calendar/calendar-types.ts'
import { createBoundedCache } from '#server/platform/bounded-cache.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Another process may change the calendar; its users see it after this long. */
const ttlMs = 30_000
const hourMs = 3_600_000
/** The memory of a result beside its entries, in entries. */
const entriesOfResult = 10

export type RecentResults<Result, Filter> = {
  /** Of whole hours: bounds that are not full hours are moved outward. */
  readonly read: (filter: Filter) => Promise<Result | 'busy'>
  readonly forget: () => void
}

type ResultParts<Result, Filter> = {
  readonly clock: Pick<Clock, 'elapsed'>
  /** Of all results together. */
  readonly mostEntries: number
  readonly readResult: (filter: Filter) => Promise<Result | 'busy'>
}

/**
 * Keeps results by filter for a short time. Equal filters at the same moment share one read, and so do those that differ
 * by less than an hour: otherwise every shift by a millisecond would be a read.
 */
export function createRecentResults<Result extends readonly unknown[], Filter extends EventRange>({
  clock,
  mostEntries,
  readResult,
}: ResultParts<Result, Filter>): RecentResults<Result, Filter> {
  const cache = createBoundedCache<Result | 'busy'>({
    maxSize: mostEntries,
    sizeOf: (result) => (result === 'busy' ? undefined : result.length + entriesOfResult),
  })
  let changes = 0
  return {
    async read(filter) {
      const wholeHours = inWholeHours(filter)
      // A result that is too old is never asked for again, so that it becomes the one that was used least recently.
      const key = JSON.stringify([changes, Math.floor(clock.elapsed() / ttlMs), wholeHours])
      return await cache.get(key, async () => await readResult(wholeHours))
    },
    forget() {
      changes += 1
    },
  }
}

function inWholeHours<Filter extends EventRange>(filter: Filter): Filter {
  return {
    ...filter,
    fromMs: Math.floor(filter.fromMs / hourMs) * hourMs,
    toMs: Math.ceil(filter.toMs / hourMs) * hourMs,
  }
}
