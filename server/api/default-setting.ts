import { defaultSetting } from '#contract/calls/settings.ts'
import { answered } from '#contract/outcome.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Settings } from '#server/settings/settings.ts'

export function readDefaultSetting(settings: Pick<Settings, 'get'>): Route {
  return route(defaultSetting, async ({ key }) => answered(settings.get(key)))
}
