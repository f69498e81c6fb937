/**
 * The known push service of this address, which a client has named. A service is an origin, or `*.` and a host for all
 * names below that host, by https on the usual port.
 */
export function serviceOf(endpoint: string, services: readonly string[]): string | undefined {
  const url = URL.parse(endpoint)
  // An address that parsers could read in several ways is none of a browser: browsers write it in normal form.
  if (url === null || url.href !== endpoint || url.username !== '' || url.password !== '') return undefined
  if (endpoint.includes('#')) return undefined
  return services.find((service) =>
    service.startsWith('*.') ? isBelow(url, service.slice(1)) : url.origin === service,
  )
}

/** Whether a push may be sent there. */
export function isAllowedEndpoint(endpoint: string, services: readonly string[]): boolean {
  return serviceOf(endpoint, services) !== undefined
}

function isBelow({ protocol, port, hostname }: URL, suffix: string): boolean {
  return protocol === 'https:' && port === '' && hostname.length > suffix.length && hostname.endsWith(suffix)
}

/** For logs: the rest of the address is a secret of the browser. */
export function hostOf(endpoint: string): string {
  return URL.parse(endpoint)?.hostname ?? 'unknown'
}
