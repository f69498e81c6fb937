// The gateway with routes chosen by the test. Users are identified by tokens that the test defines.
import type { Outcome } from '#contract/outcome.ts'
import {
  type AuthenticateUser,
  createWebServer,
  type Route,
  serveCalls,
  type WebServer,
} from '#server/gateway/gateway.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import type { SessionUser } from '#server/users/users.ts'

export function authenticateFrom(people: ReadonlyMap<string, SessionUser>): AuthenticateUser {
  return async (token) => people.get(token)
}

export async function createSmallServer(routes: readonly Route[]): Promise<WebServer> {
  const translatorFor = createTranslators()
  const app = await createWebServer({
    log: createLog('silent'),
    clock: { now: () => 0, elapsed: () => 0 },
    timers: systemTimers,
    random: systemRandom,
    metrics: createMetrics(),
    translatorFor,
    webOrigins: [],
    trustedProxies: [],
  })
  const once = (_: unknown, work: () => Promise<Outcome<unknown>>) => work()
  serveCalls(app, { translatorFor, runOnce: once, countryOf: () => undefined }, routes)
  return app
}
