// The security headers of every answer, whatever its kind: pages, files, calls, errors, upgrades.
import { type IncomingMessage, ServerResponse } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

type RequestHead = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>
}

/** The headers of the answer to a request; without one if it could not be read. */
export type SecurityHeaders = (request: RequestHead | undefined) => Readonly<Record<string, string>>

/**
 * No other origin may embed an answer, and browsers must not guess its type. Pages of `WEB_ORIGINS` read answers
 * through CORS and have pictures of their own.
 */
const always = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * A year. Without `includeSubDomains` and `preload`: other names of the operator's domain may be served by other
 * programs, without TLS.
 */
const overTls = { ...always, 'strict-transport-security': 'max-age=31536000' }

export function createSecurityHeaders(trustedProxies: readonly string[]): SecurityHeaders {
  const trusts = proxyAddress.compile([...trustedProxies])
  /** Whether a trusted proxy has terminated TLS. The header is believed from no one else. */
  function cameOverTls({ headers, socket: { remoteAddress } }: RequestHead): boolean {
    // With several proxies the last entry is that of the nearest one, which is the trusted one.
    const protocol = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
    if (protocol?.trim().toLowerCase() !== 'https') return false
    return remoteAddress !== undefined && trusts(remoteAddress, 0)
  }
  return (request) => (request !== undefined && cameOverTls(request) ? overTls : always)
}

/** Node answers some requests itself, before any route or hook. So the headers are set when a response is created. */
export function createResponseClass(securityHeaders: SecurityHeaders): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...parts: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...parts)
      for (const [name, value] of Object.entries(securityHeaders(parts[0]))) this.setHeader(name, value)
    }
  }
}
