import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import type { Words } from '#server/platform/words.ts'

/** What the web server is made with. */
export type WebServerParts = {
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  readonly words: Words
  readonly webOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
}
