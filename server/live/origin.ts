import type { IncomingHttpHeaders } from 'node:http'

/** Browsers say where a socket comes from: our own pages and the configured ones. Other programs say nothing. */
export function isOriginAllowed(headers: IncomingHttpHeaders, webOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return webOrigins.includes(origin) || URL.parse(origin)?.host === host
}
