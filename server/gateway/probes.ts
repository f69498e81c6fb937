import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#server/platform/metrics.ts'

/** A dependency that must work before the server is ready. */
export type ReadyCheck = { readonly name: string; readonly check: () => Promise<boolean> }

export type ProbeParts = {
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  readonly ready: readonly ReadyCheck[]
  /** Price sources. A silent one does not make the server unready: only its own markets are affected. */
  readonly sources: () => readonly { readonly name: string; readonly isLive: boolean }[]
}

/** Liveness, readiness and metrics. They answer with HTTP statuses, because machines read them. */
export function serveProbes(
  app: FastifyInstance,
  { metrics, metricsToken, ready, sources }: ProbeParts,
): void {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'up' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const results = await Promise.all(ready.map((part) => part.check().catch(() => false)))
    const isReady = results.every((isReady) => isReady)
    const entries = ready.map((part, at) => [part.name, results[at] ? 'ready' : 'not ready'])
    const states = sources().map(({ name, isLive }) => [name, isLive ? 'live' : 'silent'])
    return reply.code(isReady ? 200 : 503).send({
      ready: isReady,
      parts: Object.fromEntries(entries),
      sources: Object.fromEntries(states),
    })
  })

  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return reply.code(403).type('text/plain').send('forbidden\n')
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/**
 * If a token is set, its holder may read the metrics. Otherwise only a direct connection from this machine may, without
 * a proxy.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { headers, socket } = request
  if (token !== undefined) return sameSecret(headers.authorization ?? '', `Bearer ${token}`)
  const isProxied = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !isProxied && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
