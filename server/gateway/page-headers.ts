export type PageRules = {
  /** Origins beyond our own that the page may talk to: the API host where it is another one. */
  readonly connect?: readonly string[]
  /** Hashes of inline style elements the page carries. */
  readonly styles?: readonly string[]
}

/** What every HTML page is sent with: nothing inline, nothing foreign, never in a frame, never stale. */
export function pageHeaders({ connect = [], styles = [] }: PageRules = {}): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
  }
}
