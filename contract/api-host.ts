import { socketPath } from '#contract/live.ts'

export type ApiHostMode = 'same' | 'subdomain'

/**
 * Where the API is, from where the page is when the API has a sub-domain of its own, `api`.
 * Only the first label is replaced (`a.b.example.com` -> `api.b.example.com`): an environment like
 * `m.staging.example.com` keeps an API of its own. A bare domain gets the label in front. What has no domain
 * (localhost, an address, a single name, an opaque origin) answers for itself.
 */
export function apiOrigin(mode: ApiHostMode, origin: string): string {
  if (mode === 'same') return origin
  const [, scheme, host, port = ''] = /^(https?:\/\/)([^/:[\]]+)(:\d+)?$/.exec(origin) ?? []
  if (scheme === undefined || host === undefined) return origin
  const labels = host.replace(/\.$/, '').split('.')
  if (labels.length < 2 || isLocal(labels) || isIpv4(labels)) return origin
  const rest = labels.length > registrableLabels(labels) ? labels.slice(1) : labels
  return `${scheme}${['api', ...rest].join('.')}${port}`
}

/** The live socket is on the API host, encrypted exactly when the page is. */
export function socketAddress(apiAt: string): string {
  return `${apiAt.replace(/^http/, 'ws')}${socketPath}`
}

/** Browsers keep every name under `localhost` on the machine itself. */
function isLocal(labels: readonly string[]): boolean {
  return labels.at(-1) === 'localhost'
}

/** An IPv6 address never gets this far: its brackets do not match. */
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
 * How many labels a bare domain has: `example.com` two, `example.co.uk` three. The full public suffix list weighs
 * more than this whole client, so only the usual second levels under country codes are known. A domain this reads wrongly
 * (`m.com.de` owned as `com.de`) runs with API_HOST=same.
 */
function registrableLabels(labels: readonly string[]): number {
  const [second = '', top = ''] = labels.slice(-2)
  return top.length === 2 && secondLevels.has(second) ? 3 : 2
}
