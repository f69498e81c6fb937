import { crashReport } from '#contract/calls/crash-report.ts'
import { answered } from '#contract/outcome.ts'
import { limitKeyOf, type Route, route } from '#server/gateway/gateway.ts'
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
/** For one address, so that a single visitor cannot use up the limit of all. */
const visitorRate = { perSecond: 0.05, burst: 10 }

/** Logs errors of the browsers. Neither the user nor the address is in the log line. */
export function receiveCrashReport({ log, clock, metrics }: CrashReportParts): Route {
  const limit = createTokenBuckets(logRate, clock)
  const visitorLimit = createTokenBuckets(visitorRate, clock)
  return route(crashReport, async ({ app, message, stack, screen }, { address }) => {
    const isLogged = visitorLimit.take(limitKeyOf(address)).ok && limit.take('all').ok
    metrics.crashReports.inc({ app, outcome: isLogged ? 'logged' : 'dropped' })
    const fields = { app, screen: printable(screen), error: printable(message), stack: printable(stack) }
    if (isLogged) log.warn(fields, 'a browser reported an error')
    return answered(null)
  })
}

/** Without control characters except line breaks: in the log each would take six characters. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}
