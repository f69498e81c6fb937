import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Who is really asking: the far end of the connection, or what the trusted proxies in front of us say it is. */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusts = proxyAddress.compile([...trustedProxies])
  return (request) => proxyAddress(request, trusts)
}
