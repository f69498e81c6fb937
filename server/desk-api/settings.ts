import { deskSettings } from '#contract/desk/settings.ts'
import { answered } from '#contract/outcome.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Settings } from '#server/settings/settings.ts'

type Parts = { readonly operators: Operators; readonly settings: Settings }

export function readSettings({ operators, settings }: Parts): Route {
  return operatorRoute(deskSettings, operators.identify, async () =>
    answered(settings.list().map((setting) => ({ ...setting, options: [...setting.options] }))),
  )
}
