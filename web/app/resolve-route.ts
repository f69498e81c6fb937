import { routes, type ScreenRoute } from '#web/app/routes.ts'
import { loginPath, pathWithSearch } from '#web/parts/navigation.ts'

/** Where an address leads: a screen, another address, or nowhere. */
export type RouteResolution =
  | { readonly kind: 'screen'; readonly route: ScreenRoute }
  | { readonly kind: 'redirect'; readonly to: string }
  /** It is not for demo accounts. */
  | { readonly kind: 'real_only' }
  /** Whether they may is not known yet. */
  | { readonly kind: 'waiting'; readonly route: ScreenRoute }
  | { readonly kind: 'not_found' }

/** Who comes, as far as the guard minds. Whose account could not be fetched may pass: the server decides anyway. */
export type VisitorKind = 'visitor' | 'loading' | 'demo' | 'user'

const byPath: ReadonlyMap<string, ScreenRoute> = new Map(routes.map((route) => [route.path, route]))

/** The navigation guard: a screen that needs a login sends visitors to /login, which knows where they were going. */
export function resolveRoute(path: string, search: string, who: VisitorKind): RouteResolution {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (plain === '/mine') return { kind: 'redirect', to: '/user' }
  const route = byPath.get(plain)
  if (route === undefined) return { kind: 'not_found' }
  if (route.needsLogin && who === 'visitor')
    return { kind: 'redirect', to: loginPath(pathWithSearch(plain, search)) }
  if (route.realOnly && who === 'demo') return { kind: 'real_only' }
  if (route.realOnly && who === 'loading') return { kind: 'waiting', route }
  return { kind: 'screen', route }
}
