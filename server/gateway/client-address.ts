import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { Call } from '#contract/call.ts'
import { isApiRequest } from '#server/gateway/api-paths.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

/** The rate-limit key of a raw request outside Fastify, such as a socket upgrade. Honours trusted proxies. */
export function createLimitKey(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddress.compile([...trustedProxies])
  return (request) => limitKeyOf(proxyAddress(request, trusts))
}

/** Whether a raw request has the address of a trusted proxy, because the proxy names no client. */
export function createProxyCheck(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const trusts = proxyAddress.compile([...trustedProxies])
  return (request) =>
    String(request.headers['x-forwarded-for'] ?? '').trim() === '' &&
    trusts(request.socket.remoteAddress ?? '', 0)
}

/** Key to count TCP connections by; undefined for a trusted proxy. */
export function createConnectionKey(
  trustedProxies: readonly string[],
): (socket: Pick<Socket, 'remoteAddress'>) => string | undefined {
  const trusts = proxyAddress.compile([...trustedProxies])
  return ({ remoteAddress }) =>
    remoteAddress === undefined || trusts(remoteAddress, 0) ? undefined : limitKeyOf(remoteAddress)
}

export type CountryOf = (request: IncomingMessage) => string | undefined

/** The country header is believed only from a trusted proxy; any client could send it. */
export function createCountryOf(trustedProxies: readonly string[], header: string | undefined): CountryOf {
  if (header === undefined) return () => undefined
  const trusts = proxyAddress.compile([...trustedProxies])
  const name = header.toLowerCase()
  return ({ headers, socket }) => {
    if (socket.remoteAddress === undefined || !trusts(socket.remoteAddress, 0)) return undefined
    const value = String(headers[name] ?? '').trim()
    return /^[a-z]{2}$/i.test(value) ? value.toUpperCase() : undefined
  }
}

/** The address itself, or the /64 network of an IPv6 address, because one household owns all of it. */
export function limitKeyOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the call changes the risk of an account. */
    readonly risk?: Call['risk']
  }
}

type RateLimitParts = {
  readonly translatorFor: TranslatorFor
  readonly limits: {
    /** For calls that reduce risk: they must not wait because other calls have used up a limit. */
    readonly reducingRisk: TokenBuckets
    /** For calls that set or remove stops. */
    readonly stops: TokenBuckets
    readonly others: TokenBuckets
  }
}

/** Rate limits per address, applied before the body is read. Invalid and unknown calls count, too. */
export function limitCallRate(app: FastifyInstance, { translatorFor, limits }: RateLimitParts): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request)) return
    const admission = limits[limitOf(request.routeOptions.config.risk)].take(limitKeyOf(request.ip ?? ''))
    if (admission.ok) return
    const { retryAfterSeconds } = admission
    await sendEnvelope(request, reply, translatorFor, { kind: 'too_many_requests', retryAfterSeconds })
  })
}

function limitOf(risk: Call['risk']): keyof RateLimitParts['limits'] {
  if (risk === 'reduces') return 'reducingRisk'
  return risk === 'reduces_without_stops' ? 'stops' : 'others'
}
