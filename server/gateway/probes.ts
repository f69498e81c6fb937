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

/** The holder of the token may read the metrics, and so may a program on this machine that connects directly. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isDirectLocal(request)) return true
  return token !== undefined && sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
}

/**
 * The host name must be one of this machine, too. Otherwise a browser on this machine could be made to read the metrics
 * for a web page whose name was changed to a local address (DNS rebinding).
 */
function isDirectLocal({ headers, socket }: FastifyRequest): boolean {
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
  const isNamedLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(headers.host ?? '')
  return isLocal && isNamedLocal && !Object.keys(headers).some(isForwardingHeader)
}

/** Headers that proxies, load balancers and content delivery networks add. */
function isForwardingHeader(name: string): boolean {
  return forwardingHeader.test(name.replaceAll('_', '-'))
}

const forwardingHeader =
  /forwarded|^via$|(^|-)(ip|clientip|userip|remote-addr)$|-client-ip|connecting-ip|^x-(original|envoy|proxy|remote|cluster|arr|amz|azure|appengine|host|scheme|url-scheme)|^(cf|cdn|fly|fastly|akamai|proxy)-|^front-end-https$/

function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
