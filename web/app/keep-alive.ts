import type { ScreenRoute } from '#web/app/routes.ts'

/** A screen that stays alive, with the query it was last opened with. */
export type KeptScreen = {
  readonly key: string
  readonly route: ScreenRoute
  readonly search: string
  readonly token: string | undefined
}

/**
 * Which screens are alive after an arrival. The same list when nothing changes. What belongs to a login ends with
 * it: nobody may find the last user's orders behind their own.
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
  const present = still.find((screen) => screen.route === route)
  if (present?.search === search) return still
  const arrived = { key: keyOf(route, token), route, search, token }
  if (present === undefined) return [...still, arrived]
  return still.map((screen) =>
    screen === present ? { ...arrived, key: present.key, token: present.token } : screen,
  )
}

function keyOf(route: ScreenRoute, token: string | undefined): string {
  return route.needsLogin ? `${route.name} ${token}` : route.name
}
