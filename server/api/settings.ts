// Public settings and lists that a client reads when it starts.
import { areaList, basicInfo, defaultSetting } from '#contract/calls/settings.ts'
import { answered } from '#contract/outcome.ts'
import { prepare, type Route, route } from '#server/gateway/gateway.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Users } from '#server/users/users.ts'

type SettingParts = { readonly settings: Pick<Settings, 'get'>; readonly users: Pick<Users, 'isMobileOn'> }

/** The mobile tabs are hidden, too, while no text message can be sent. */
export function readDefaultSetting({ settings, users }: SettingParts): Route {
  return route(defaultSetting, async ({ key }) =>
    answered(key === 'is_show_mobile' ? Number(users.isMobileOn()) : settings.get(key)),
  )
}

type BasicInfoParts = {
  readonly settings: Pick<Settings, 'get'>
  readonly simulatedPrices: boolean
  readonly isRealOpeningBlocked: () => boolean
}

export function readBasicInfo({ settings, simulatedPrices, isRealOpeningBlocked }: BasicInfoParts): Route {
  return route(basicInfo, async () =>
    answered({
      service_link: settings.get('service_link'),
      service_link_type: settings.get('service_link_type'),
      verify_reg_type: settings.get('verify_reg_type'),
      trade_fee_type: settings.get('trade_fee_type'),
      simulated_prices: simulatedPrices ? 1 : 0,
      real_trades: isRealOpeningBlocked() ? 0 : 1,
    }),
  )
}

export function readAreaList({ areas }: Pick<Users, 'areas'>): Route {
  const list = areas.map(({ id, country, diallingCode }) => ({
    id,
    code: country,
    global_code: diallingCode,
  }))
  const prepared = prepare(areaList, list)
  return route(areaList, async () => prepared)
}
