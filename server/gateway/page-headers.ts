export type PageRules = {
  /** Additional origins the page may connect to: a separate API host. */
  readonly connect?: readonly string[]
  /** Hashes of the page's inline style elements. */
  readonly styles?: readonly string[]
  /** The source that the page may show in a frame; none if absent. */
  readonly frame?: string
  /** Whether our own pages may frame the page. */
  readonly isFramed?: boolean
}

/**
 * Security headers of every HTML page: no inline code, no foreign content, always revalidated. No page is framed, except
 * the support chat by our own pages.
 */
export function pageHeaders(rules: PageRules = {}): Record<string, string> {
  const { connect = [], styles = [], frame, isFramed = false } = rules
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect].join(' ')}`,
    ...(frame === undefined ? [] : [`frame-src ${frame}`]),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    'x-frame-options': isFramed ? 'SAMEORIGIN' : 'DENY',
  }
}
