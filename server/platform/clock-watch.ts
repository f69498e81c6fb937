import type { Clock, SteadyClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'

type ClockWatchParts = {
  readonly system: Clock
  readonly clock: Pick<SteadyClock, 'aheadMs'>
  readonly timers: Pick<Timers, 'every'>
  readonly log: Pick<Log, 'warn' | 'info'>
  readonly metrics: Pick<Metrics, 'clockSteps' | 'clockAhead'>
}

const checkEveryMs = 1000
/** A smaller difference within one check is an adjustment by the time service. */
const smallestStepMs = 1000

/** Compares the system clock with the monotonic one. Logs and counts every step; recovery is up to the steady clock. */
export function watchClock({ system, clock, timers, log, metrics }: ClockWatchParts): CancelTimer {
  let [wallMs, elapsedMs] = [system.now(), system.elapsed()]
  let wasAhead = false

  function check(): void {
    const [nextWallMs, nextElapsedMs] = [system.now(), system.elapsed()]
    const stepMs = Math.round(nextWallMs - wallMs - (nextElapsedMs - elapsedMs))
    ;[wallMs, elapsedMs] = [nextWallMs, nextElapsedMs]
    const aheadMs = clock.aheadMs()
    metrics.clockAhead.set(aheadMs / 1000)
    if (stepMs >= smallestStepMs) {
      metrics.clockSteps.inc({ direction: 'ahead' })
      log.warn(
        { stepMs, aheadMs },
        'the system clock was set ahead, or the machine slept; the server follows',
      )
    }
    if (stepMs <= -smallestStepMs) {
      metrics.clockSteps.inc({ direction: 'back' })
      log.warn({ stepMs, aheadMs }, 'the system clock was set back; the server continues from its own time')
    }
    if (wasAhead && aheadMs === 0) log.info({}, 'the server has the time of the system clock again')
    wasAhead = aheadMs >= smallestStepMs || (wasAhead && aheadMs > 0)
  }
  return timers.every(checkEveryMs, check)
}
