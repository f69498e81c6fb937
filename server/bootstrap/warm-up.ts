import { login } from '#contract/calls/session.ts'
import { ownAddress, type WebServer } from '#server/gateway/gateway.ts'
import type { Metrics } from '#server/platform/metrics.ts'

type WarmUpRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Long inputs that are refused, so they change nothing. */
export const warmUpRequests: readonly WarmUpRequest[] = [
  post('application/json', `{"a":${'['.repeat(12_000)}${']'.repeat(12_000)}}`),
  post('application/json', `{${Array.from({ length: 2_300 }, (_, at) => `"a${at}":1`).join(',')}}`),
  post('application/x-www-form-urlencoded', `a=${'%41'.repeat(8_000)}`),
  { method: 'GET', url: `/api/${'%2F'.repeat(5_000)}` },
]

function post(type: string, payload: string): WarmUpRequest {
  return { method: 'POST', url: login.path, headers: { 'content-type': type }, payload }
}

/**
 * Sends a few requests in memory before the server listens. The first run of the code that reads long inputs, refuses
 * them or renders the metrics takes three times as long as later ones, and would delay other requests by more than 5 ms.
 * The requests are neither logged nor measured, and count against no client's limit.
 */
export async function warmUp(
  app: Pick<WebServer, 'inject'>,
  { registry }: Pick<Metrics, 'registry'>,
): Promise<void> {
  for (const request of warmUpRequests) await app.inject({ ...request, remoteAddress: ownAddress })
  await registry.metrics()
}
