import { crashReport } from '#contract/calls/crash-report.ts'
import { answered } from '#contract/outcome.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'

type CrashReportParts = {
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'crashReports'>
}

/** For all visitors together, which bounds the size of the log. Further reports are only counted. */
const logRate = { perSecond: 1, burst: 30 }

/** Logs errors of the browsers. Neither the user nor the address is in the log line. */
export function receiveCrashReport({ log, clock, metrics }: CrashReportParts): Route {
  const limit = createTokenBuckets(logRate, clock)
  return route(crashReport, async ({ app, message, stack, screen }) => {
    const isLogged = limit.take('all').ok
    metrics.crashReports.inc({ app, outcome: isLogged ? 'logged' : 'dropped' })
    if (isLogged) log.warn({ app, screen, error: message, stack }, 'a browser reported an error')
    return answered(null)
  })
}
