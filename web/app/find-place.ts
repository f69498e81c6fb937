import { routes, type ScreenRoute } from '#web/app/routes.ts'
import { addressOf, loginPath } from '#web/parts/login-path.ts'

/** Where an address leads: a screen, another address, or nowhere. */
export type Place =
  | { readonly kind: 'screen'; readonly route: ScreenRoute }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'not_found' }

const byPath: ReadonlyMap<string, ScreenRoute> = new Map(routes.map((route) => [route.path, route]))

/** The navigation guard: a screen that needs a login sends visitors to /login, which knows where they were going. */
export function findPlace(path: string, search: string, isLoggedIn: boolean): Place {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (plain === '/mine') return { kind: 'redirect', to: '/user' }
  const route = byPath.get(plain)
  if (route === undefined) return { kind: 'not_found' }
  if (route.needsLogin && !isLoggedIn) return { kind: 'redirect', to: loginPath(addressOf(plain, search)) }
  return { kind: 'screen', route }
}
