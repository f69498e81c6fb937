import { useLocation } from 'wouter'
import type { PressTarget } from '#ui/pressable.tsx'

/** The login screen, with the path to return to afterwards. */
export function loginPath(from: string): string {
  return from === '/' ? '/login' : `/login?from=${encodeURIComponent(from)}`
}

/**
 * The path to open after login, from the `from` parameter. Accepts only local paths, so that a crafted link cannot send
 * users to another site. Does not accept the login screens themselves.
 */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/'
  return isLocalPath(from) && !/^\/(?:login|register|forgot)(?:[/?#]|$)/.test(from) ? from : '/'
}

/** Whether it is an address of this site, from its root on. */
export function isLocalPath(address: string): boolean {
  return /^\/(?![/\\])[^\\\s]*$/.test(address)
}

export function pathWithSearch(path: string, search: string): string {
  return search === '' ? path : `${path}?${search.replace(/^\?/, '')}`
}

/** Target of the back button: the previous page, or `otherwise` if the app was opened on this screen. */
export function useBack(otherwise = '/'): PressTarget {
  const [, go] = useLocation()
  return {
    href: otherwise,
    onSelect: () => (canGoBackInApp() ? history.back() : go(otherwise)),
  }
}

/** Only the Navigation API tells whether the previous page was ours. Without it the history length is a guess. */
function canGoBackInApp(): boolean {
  return 'navigation' in window ? window.navigation.canGoBack : history.length > 1
}
