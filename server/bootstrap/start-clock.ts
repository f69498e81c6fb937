import { dayMs } from '#core/candle/period.ts'
import type { Config } from '#server/bootstrap/config.ts'
import type { Clock, SteadyClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import {
  type ClockCorrections,
  type Pool,
  readCorrections,
  readRecordedTime,
  recordCorrection,
} from '#server/storage/storage.ts'

type StartClockParts = {
  readonly system: Clock
  readonly clock: Pick<SteadyClock, 'advanceTo'>
  readonly pool: Pool
  readonly config: Pick<Config, 'clockMode'>
  readonly log: Log
}

/** Recorded times further ahead come from a clock that was wrong. With CLOCK=system a second is enough. */
const longestAheadMs = { steady: dayMs, system: 1000 } as const

/**
 * Continues the time of the previous run if the system clock was set back since then. Otherwise new prices would be
 * older than the stored ones, and lockouts and limits would last longer. Takes the system time if the recorded times
 * are too far ahead, and records that: prices must not come again, and no later start may continue those times.
 */
export async function startClock(parts: StartClockParts): Promise<void> {
  const { pool, log, config } = parts
  const ahead = await continueTime(parts)
  if (ahead === undefined) return
  const { nowMs, recordedMs } = ahead
  await recordCorrection(pool, nowMs, recordedMs)
  const times = { recorded: isoOf(recordedMs), now: isoOf(nowMs) }
  if (config.clockMode === 'system')
    log.warn(times, 'CLOCK is "system": the server takes the system time, although later times are recorded')
  else
    log.error(
      times,
      'recorded times are more than a day ahead of the system clock: the clock is wrong now, or was wrong then',
    )
}

/**
 * Gives a tool the time of the server, without writing. Returns the corrections of the clock, with the one that the next
 * start would make.
 */
export async function followServerClock(
  parts: StartClockParts,
): Promise<Pick<ClockCorrections, 'batchSeq' | 'recordedMs'> | undefined> {
  const ahead = await continueTime(parts)
  const made = await readCorrections(parts.pool)
  if (ahead === undefined) return made
  return { batchSeq: Number.MAX_SAFE_INTEGER, recordedMs: Math.max(ahead.recordedMs, made?.recordedMs ?? 0) }
}

/** Advances the clock to the recorded time, or returns both times if that is too far ahead. */
async function continueTime({ system, clock, pool, config, log }: StartClockParts) {
  const recordedMs = await readRecordedTime(pool)
  const nowMs = system.now()
  if (recordedMs === undefined || recordedMs <= nowMs) return undefined
  if (recordedMs > nowMs + longestAheadMs[config.clockMode]) return { nowMs, recordedMs }
  log.warn(
    { aheadMs: recordedMs - nowMs },
    'the system clock was set back since the last run; the server continues from its own time',
  )
  clock.advanceTo(recordedMs)
  return undefined
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
