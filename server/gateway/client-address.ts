import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { isApiRequest } from '#server/gateway/api-paths.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

/** The client that a request comes from, as far as trusted proxies name it. */
type Client = {
  /** IPv4, or canonical IPv6. Empty for a connection without an address. */
  readonly address: string
  /** The address is that of a trusted proxy, which names no client. */
  readonly isProxyItself: boolean
}

/**
 * Reads `X-Forwarded-For` from right to left, as long as a trusted proxy wrote the entry. An entry without a valid
 * address ends the search: the client then has the address of the proxy that wrote it, and shares its limits.
 */
export function createClientReader(trustedProxies: readonly string[]): (request: IncomingMessage) => Client {
  const trusts = proxyAddress.compile([...trustedProxies])
  return ({ headers, socket }) => {
    let address = readAddress(socket.remoteAddress ?? '') ?? ''
    if (!trusts(address, 0)) return { address, isProxyItself: false }
    const header = String(headers['x-forwarded-for'] ?? '')
    for (const entry of header.split(',').reverse()) {
      const named = readAddress(entry.trim())
      if (named === undefined) return { address, isProxyItself: true }
      address = named
      if (!trusts(address, 0)) break
    }
    return { address, isProxyItself: false }
  }
}

/** The rate-limit key of a raw request outside Fastify, such as a socket upgrade. */
export function createLimitKey(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const clientOf = createClientReader(trustedProxies)
  return (request) => limitKeyOf(clientOf(request).address)
}

/** Whether a raw request has the address of a trusted proxy, because the proxy names no client. */
export function createProxyCheck(trustedProxies: readonly string[]): (request: IncomingMessage) => boolean {
  const clientOf = createClientReader(trustedProxies)
  return (request) => clientOf(request).isProxyItself
}

/** Key to count TCP connections by; undefined for a trusted proxy. */
export function createConnectionKey(
  trustedProxies: readonly string[],
): (socket: Pick<Socket, 'remoteAddress'>) => string | undefined {
  const trusts = proxyAddress.compile([...trustedProxies])
  return ({ remoteAddress }) => {
    const address = readAddress(remoteAddress ?? '')
    return address === undefined || trusts(address, 0) ? undefined : limitKeyOf(address)
  }
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

/** Longer than any address with brackets, zone and port. */
const maxAddressLength = 128

/**
 * The IP address in a text, without port, brackets and zone. IPv6 is canonical, and an IPv4-mapped address is IPv4.
 * Undefined for any other text.
 */
function readAddress(text: string): string | undefined {
  if (text.length > maxAddressLength) return undefined
  if (isIP(text) === 4) return text
  const [, bracketed, ipv4, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return undefined
  if (ipv4 !== undefined) return isIP(ipv4) === 4 ? ipv4 : undefined
  const ipv6 = bracketed ?? text
  return isIP(ipv6) === 6 ? canonicalIpv6(ipv6) : undefined
}

function canonicalIpv6(address: string): string {
  const [withoutZone = ''] = address.split('%')
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return canonical
  const bytes = [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
  return bytes.join('.')
}

/**
 * The address itself, or the /64 network of an IPv6 address, because one household owns all of it. All texts without a
 * valid address share one key.
 */
export function limitKeyOf(text: string): string {
  const address = readAddress(text) ?? ''
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}

/** Adds `clientAddress` to every request. Honours trusted proxies. */
export function addClientAddress(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const clientOf = createClientReader(trustedProxies)
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return clientOf(this.raw).address
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Unlike `ip`, always a valid address without a port. */
    readonly clientAddress: string
  }
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
    const admission = limits[limitOf(request.routeOptions.config.risk)].take(
      limitKeyOf(request.clientAddress),
    )
    if (admission.ok) return
    const { retryAfterSeconds } = admission
    await sendEnvelope(request, reply, translatorFor, { kind: 'too_many_requests', retryAfterSeconds })
  })
}

function limitOf(risk: Call['risk']): keyof RateLimitParts['limits'] {
  if (risk === 'reduces') return 'reducingRisk'
  return risk === 'reduces_without_stops' ? 'stops' : 'others'
}
