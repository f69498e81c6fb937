import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { isApiRequest } from '#server/gateway/api-paths.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import type { TokenBuckets } from '#server/platform/token-bucket.ts'
import type { Words } from '#server/platform/words.ts'

/**
 * Whom a limit counts for a request that is not Fastify's: the far end of the connection, or what the trusted proxies
 * in front of us say it is.
 */
export function createLimitKey(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddress.compile([...trustedProxies])
  return (request) => limitKeyOf(proxyAddress(request, trusts))
}

export type CountryOf = (request: IncomingMessage) => string | undefined

/** The country of a request, where the header is set by one of our own proxies: anyone else could write it. */
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

/** Whom a limit counts: an address, or the whole network of an IPv6 one, since one household has all of it. */
export function limitKeyOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(':')}::/64`
}

type Parts = { readonly words: Words; readonly limit: TokenBuckets }

/** One address may ask the API so often, before anything it sends is read: wrong and unknown calls count too. */
export function limitCallRate(app: FastifyInstance, { words, limit }: Parts): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApiRequest(request)) return
    const admission = limit.take(limitKeyOf(request.ip ?? ''))
    if (admission.ok) return
    const { retryAfterSeconds } = admission
    await sendEnvelope(request, reply, words, { kind: 'too_many_requests', retryAfterSeconds })
  })
}
