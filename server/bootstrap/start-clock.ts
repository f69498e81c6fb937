import { dayMs } from '#core/candle/period.ts'
import type { Config } from '#server/bootstrap/config.ts'
import type { Clock, SteadyClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { type Pool, readRecordedTime, recordCorrection } from '#server/storage/storage.ts'

type StartClockParts = {
  readonly system: Clock
  readonly clock: Pick<SteadyClock, 'advanceTo'>
  readonly pool: Pool
  readonly config: Pick<Config, 'clockMode'>
  readonly log: Log
}

/** Recorded times further ahead are not continued. With CLOCK=system a second is enough. */
const longestAheadMs = { steady: dayMs, system: 1000 } as const

/**
 * Continues the time of the previous run if the system clock was set back since then. Otherwise new prices would be
 * older than the stored ones, and lockouts and limits would last longer. Refuses the start if the recorded times are too
 * far ahead: either they are wrong or the system clock is. With CLOCK=system they are, and the start takes the system
 * time and records that: prices must not come again, and no later start may continue those times.
 */
export async function startClock(parts: StartClockParts): Promise<void> {
  const { pool, log, config } = parts
  const ahead = await continueTime(parts)
  if (config.clockMode === 'system')
    log.warn(
      { corrects: ahead !== undefined },
      'CLOCK is "system": this is for one start, unset it for the next',
    )
  if (ahead === undefined) return
  const { nowMs, recordedMs } = ahead
  const times = { recorded: isoOf(recordedMs), now: isoOf(nowMs) }
  if (config.clockMode !== 'system') throw new StartFailure(refusal(times))
  await recordCorrection(pool, nowMs, recordedMs)
  log.warn(times, 'the server takes the system time, although later times are recorded')
}

function refusal({ recorded, now }: { readonly recorded: string; readonly now: string }): string {
  return (
    `The server has recorded times until ${recorded}, more than a day after the system clock, which shows ${now}. ` +
    'If the system clock is wrong, correct it and start again; ' +
    'if it is right now and was wrong then, start once with CLOCK=system.'
  )
}

/**
 * Gives a tool the time of the server, without writing. Returns the recorded time if that is too far ahead, so that the
 * next start needs a correction.
 */
export async function followServerClock(parts: StartClockParts): Promise<number | undefined> {
  return (await continueTime(parts))?.recordedMs
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
