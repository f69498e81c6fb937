/**
 * Whether a push may be sent to this address, which a client has named: only to known push services. A service is an
 * origin, or `*.` and a host for all names below that host, by https on the usual port.
 */
export function isAllowedEndpoint(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  // An address that parsers could read in several ways is none of a browser: browsers write it in normal form.
  if (url === null || url.href !== endpoint || url.username !== '' || url.password !== '') return false
  if (endpoint.includes('#')) return false
  return services.some((service) =>
    service.startsWith('*.') ? isBelow(url, service.slice(1)) : url.origin === service,
  )
}

function isBelow({ protocol, port, hostname }: URL, suffix: string): boolean {
  return protocol === 'https:' && port === '' && hostname.length > suffix.length && hostname.endsWith(suffix)
}

/** For logs: the rest of the address is a secret of the browser. */
export function hostOf(endpoint: string): string {
  return URL.parse(endpoint)?.hostname ?? 'unknown'
}
