import { routes, type ScreenRoute } from '#web/app/routes.ts'
import { loginPath, pathWithSearch } from '#web/parts/navigation.ts'

/** The result of resolving a URL. */
export type RouteResolution =
  | { readonly kind: 'screen'; readonly route: ScreenRoute }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The screen is not for demo accounts. */
  | { readonly kind: 'real_only' }
  /** Not known yet whether the account is a demo account. */
  | { readonly kind: 'waiting'; readonly route: ScreenRoute }
  | { readonly kind: 'not_found' }

/** Who opens the URL. An account that failed to load counts as `user`. */
export type VisitorKind = 'visitor' | 'loading' | 'demo' | 'user'

const byPath: ReadonlyMap<string, ScreenRoute> = new Map(routes.map((route) => [route.path, route]))

/** The route guard. Sends visitors to /login if a screen needs a login; /login returns them afterwards. */
export function resolveRoute(path: string, search: string, visitor: VisitorKind): RouteResolution {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (plain === '/mine') return { kind: 'redirect', to: '/user' }
  const route = byPath.get(plain)
  if (route === undefined) return { kind: 'not_found' }
  if (route.needsLogin && visitor === 'visitor')
    return { kind: 'redirect', to: loginPath(pathWithSearch(plain, search)) }
  if (route.realOnly && visitor === 'demo') return { kind: 'real_only' }
  if (route.realOnly && visitor === 'loading') return { kind: 'waiting', route }
  return { kind: 'screen', route }
}
