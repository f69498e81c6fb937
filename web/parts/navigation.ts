import { useLocation } from 'wouter'
import type { PressTarget } from '#ui/pressable.tsx'

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

export function pathWithSearch(path: string, search: string): string {
  return search === '' ? path : `${path}?${search.replace(/^\?/, '')}`
}

/** The way back: where one came from, or a fitting place when the app was opened right here. */
export function useBack(otherwise = '/'): PressTarget {
  const [, go] = useLocation()
  return {
    href: otherwise,
    onSelect: () => (canGoBackInApp() ? history.back() : go(otherwise)),
  }
}

/** Only the Navigation API knows whether the page before was ours; the length of the history is the best guess left. */
function canGoBackInApp(): boolean {
  return 'navigation' in window ? window.navigation.canGoBack : history.length > 1
}
