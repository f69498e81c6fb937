import type { ScreenRoute } from '#web/app/routes.ts'

/** A kept-alive screen with the query it was last opened with. */
export type KeptScreen = {
  readonly key: string
  readonly route: ScreenRoute
  readonly search: string
  readonly token: string | undefined
}

/**
 * The screens to keep alive after a navigation; the same list object if nothing changes. Screens that need a login are
 * dropped with the session, so that the next user never sees them.
 */
export function keepAlive(
  kept: readonly KeptScreen[],
  route: ScreenRoute | undefined,
  search: string,
  token: string | undefined,
): readonly KeptScreen[] {
  const own = kept.filter((screen) => !screen.route.needsLogin || screen.token === token)
  const still = own.length === kept.length ? kept : own
  if (route?.keptAlive === undefined) return still
  const existing = still.find((screen) => screen.route === route)
  if (existing?.search === search) return still
  const opened = { key: keyOf(route, token), route, search, token }
  if (existing === undefined) return [...still, opened]
  return still.map((screen) =>
    screen === existing ? { ...opened, key: existing.key, token: existing.token } : screen,
  )
}

function keyOf(route: ScreenRoute, token: string | undefined): string {
  return route.needsLogin ? `${route.name} ${token}` : route.name
}
