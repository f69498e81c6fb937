import { socketPath } from '#contract/live.ts'

export type ApiHostMode = 'same' | 'subdomain'

/**
 * Derives the API origin from the page's origin. In mode `subdomain`, `api` replaces the first label
 * (`m.staging.example.com` -> `api.staging.example.com`) or is put in front of a bare domain. An origin without a
 * domain (localhost, an IP address, a single name, an opaque origin) is its own API origin.
 */
export function apiOrigin(mode: ApiHostMode, origin: string): string {
  if (mode === 'same') return origin
  const [, scheme, host, port = ''] = /^(https?:\/\/)([^/:[\]]+)(:\d+)?$/.exec(origin) ?? []
  if (scheme === undefined || host === undefined) return origin
  const domain = domainOf(host)
  return domain === undefined ? origin : `${scheme}api.${domain}${port}`
}

/**
 * The domain of a page and its API in mode `subdomain`: cookies of it reach both, and the sites beside them. Undefined
 * if the page is its own API.
 */
export function sharedDomain(mode: ApiHostMode, hostname: string): string | undefined {
  return mode === 'same' ? undefined : domainOf(hostname)
}

/** The host without its first label, or a bare domain as it is. */
function domainOf(host: string): string | undefined {
  const labels = host.replace(/\.$/, '').split('.')
  if (labels.length < 2 || isLocal(labels) || isIpv4(labels)) return undefined
  const rest = labels.length > registrableLabels(labels) ? labels.slice(1) : labels
  return rest.join('.')
}

/** Address of a live socket on the API host: `wss` for https, `ws` for http. */
export function socketAddress(apiAt: string, path = socketPath): string {
  return `${apiAt.replace(/^http/, 'ws')}${path}`
}

/** Browsers resolve all names under `localhost` to the machine itself. */
function isLocal(labels: readonly string[]): boolean {
  return labels.at(-1) === 'localhost'
}

/** IPv6 addresses never get here: the pattern in `apiOrigin` does not match brackets. */
function isIpv4(labels: readonly string[]): boolean {
  return labels.every((label) => /^\d+$/.test(label))
}

const secondLevels: ReadonlySet<string> = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'go',
  'gov',
  'ne',
  'net',
  'or',
  'org',
])

/**
 * Number of labels of a bare domain: 2 for `example.com`, 3 for `example.co.uk`. The public suffix list is larger than
 * the whole client, so only common second levels under country codes are recognised. Sites under an unrecognised suffix
 * (`com.de`) can set API_HOST=same.
 */
function registrableLabels(labels: readonly string[]): number {
  const [second = '', top = ''] = labels.slice(-2)
  return top.length === 2 && secondLevels.has(second) ? 3 : 2
}
