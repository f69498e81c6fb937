import { basicInfo } from '#contract/calls/settings.ts'
import { answered } from '#contract/outcome.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Settings } from '#server/settings/settings.ts'

type Parts = { readonly settings: Pick<Settings, 'get'>; readonly simulatedPrices: boolean }

export function readBasicInfo({ settings, simulatedPrices }: Parts): Route {
  return route(basicInfo, async () =>
    answered({
      service_link: settings.get('service_link'),
      service_link_type: settings.get('service_link_type'),
      verify_reg_type: settings.get('verify_reg_type'),
      trade_fee_type: settings.get('trade_fee_type'),
      simulated_prices: simulatedPrices ? 1 : 0,
    }),
  )
}
