export type PageRules = {
  /** Additional origins the page may connect to: a separate API host. */
  readonly connect?: readonly string[]
  /** Hashes of the page's inline style elements. */
  readonly styles?: readonly string[]
}

/** Security headers of every HTML page: no inline code, no foreign content, no framing, always revalidated. */
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
