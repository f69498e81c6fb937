import { memo, useState } from 'react'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import type { Side } from '#core/order/order.ts'
import { classes } from '#ui/classes.ts'
import { Screen } from '#ui/screen.tsx'
import { TabPanel } from '#ui/tabs.tsx'
import { panesBelow } from '#web/chart/indicator.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { LazyAlertSheet } from '#web/parts/alerts/lazy-alert-sheet.tsx'
import { useStore } from '#web/parts/app-parts.tsx'
import { DemoBadge } from '#web/parts/demo-badges.tsx'
import { NoticeBell } from '#web/parts/notice-bell.tsx'
import { SimulatedPricesBadge } from '#web/parts/simulated-prices.tsx'
import { AddAlertButton, AlertLinesList } from '#web/screens/trade/chart/chart-alerts.tsx'
import { ChartArea } from '#web/screens/trade/chart/chart-area.tsx'
import { useChartAlerts } from '#web/screens/trade/chart/use-chart-alerts.ts'
import { chartSettingKeys, createChartSettings } from '#web/screens/trade/chart-settings.ts'
import { DayFigures, MarketTitle, PriceLine } from '#web/screens/trade/market-header.tsx'
import { chartPanelId, PeriodBar } from '#web/screens/trade/period-bar.tsx'
import { QuotePanel } from '#web/screens/trade/quote-panel.tsx'

type MarketViewProps = {
  readonly market: ListedMarket
  readonly tabBar: boolean
  readonly onTrade: (side: Side) => void
}

/**
 * Top to bottom: market, price, day figures, periods, chart, quote panel. Memoised, so that opening the ticket does
 * not re-render it.
 */
export const MarketView = memo(function MarketView({ market, tabBar, onTrade }: MarketViewProps) {
  const [settings] = useState(openSettings)
  const period = useStore(settings.period)
  const indicators = useStore(settings.indicators)
  const events = useStore(settings.events)
  const { alerts, active, request, open, close } = useChartAlerts(market)
  return (
    <Screen
      actions={
        <>
          {/* Badges wrap onto two lines if there is little room, so that the market name stays readable. */}
          <span className="flex max-w-2/5 flex-wrap justify-end gap-x-2 gap-y-1">
            <DemoBadge />
            <SimulatedPricesBadge />
          </span>
          <NoticeBell />
        </>
      }
      footer={<QuotePanel market={market} onTrade={onTrade} />}
      tabBar={tabBar}
      title={<MarketTitle market={market} />}
    >
      {/* At least as tall as the screen, so that the chart fills the remaining space. Grows with large fonts. */}
      <div className="column absolute inset-x-0 top-0 flex min-h-full flex-col">
        <div className="flex items-start pe-1">
          <div className="min-w-0 grow">
            <PriceLine market={market} />
          </div>
          <AddAlertButton onOpen={open} />
        </div>
        <DayFigures market={market} />
        <PeriodBar events={events} indicators={indicators} period={period} settings={settings} />
        <TabPanel
          className={classes('relative grow', minChartHeight[panesBelow(indicators)])}
          id={chartPanelId}
          value={period}
        >
          <ChartArea
            alerts={alerts}
            events={events}
            indicators={indicators}
            market={market}
            period={period}
          />
          <AlertLinesList alerts={active} />
        </TabPanel>
      </div>
      <LazyAlertSheet market={market} onClose={close} request={request} />
    </Screen>
  )
})

/** Minimum chart height for legible candles, by the number of indicator panes below them. */
const minChartHeight = { 0: 'min-h-[15rem]', 1: 'min-h-[20rem]', 2: 'min-h-[25rem]' } as const

function openSettings() {
  const storage = browserStorage()
  return createChartSettings({
    period: storedText(storage, chartSettingKeys.period),
    indicators: storedText(storage, chartSettingKeys.indicators),
    events: storedText(storage, chartSettingKeys.events),
  })
}
