import { dayMs } from '#core/candle/period.ts'
import type { Clock, SteadyClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type Pool, readRecordedTimes } from '#server/storage/storage.ts'

type StartClockParts = {
  readonly system: Clock
  readonly clock: Pick<SteadyClock, 'advanceTo'>
  readonly pool: Pool
  readonly log: Log
}

/** Recorded times further ahead come from a clock that was wrong by days. They are not continued. */
const longestAheadMs = dayMs

/**
 * Continues the time of the previous run if the system clock was set back since then. Otherwise new prices would be
 * older than the stored ones, and lockouts and limits would last longer.
 */
export async function startClock({ system, clock, pool, log }: StartClockParts): Promise<void> {
  const nowMs = system.now()
  const { newestMs, newestBeforeMs } = await readRecordedTimes(pool, nowMs + longestAheadMs)
  if (newestMs !== undefined && newestMs > nowMs + longestAheadMs)
    log.error(
      { recorded: isoOf(newestMs), now: isoOf(nowMs) },
      'recorded times are more than a day ahead of the system clock: the clock is wrong now, or was wrong then',
    )
  if (newestBeforeMs === undefined || newestBeforeMs <= nowMs) return
  log.warn(
    { aheadMs: newestBeforeMs - nowMs },
    'the system clock was set back since the last run; the server continues from its own time',
  )
  clock.advanceTo(newestBeforeMs)
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
