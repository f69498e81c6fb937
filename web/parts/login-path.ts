/** Where a visitor is sent who opened something that needs a login; the login leads back from there. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
}

/** Where to go after the login: only ever an address of our own, query included, and never a way in again. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  const isLocal = /^\/(?![/\\])[^\\\s]*$/.test(from)
  return isLocal && !/^\/(?:login|register|forgot)(?:[/?#]|$)/.test(from) ? from : '/'
}

export function addressOf(path: string, search: string): string {
  return search === '' ? path : `${path}?${search.replace(/^\?/, '')}`
}
