import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { socketPath } from '#contract/live.ts'

/** Everything under these is answered in an envelope; everything else is a page, a file or a probe. */
const apiPrefixes = ['/api', '/v1', '/desk/api']

/** Whether a request belongs to the API, by the route it found: an address has more than one spelling. */
export function isApiRequest(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return apiPrefixes.some((prefix) => isUnder(path, prefix))
}

export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** The route's own path where there is one, otherwise the address as the router reads it: decoded and without a host. */
export function pathOf(request: FastifyRequest): string {
  if (!request.is404 && request.routeOptions.url !== undefined) return request.routeOptions.url
  return decodedPath(request.url)
}

/** Only there may a connection become a socket; elsewhere the wish is ignored and the request answered as it is. */
export function mayUpgrade(request: IncomingMessage): boolean {
  return (
    decodedPath(request.url ?? '') === socketPath && request.headers.upgrade?.toLowerCase() === 'websocket'
  )
}

function decodedPath(address: string): string {
  const { pathname = '/' } = URL.parse(address, 'http://host') ?? {}
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
