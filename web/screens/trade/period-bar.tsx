import { useState } from 'react'
import { type Period, periods } from '#core/candle/period.ts'
import { Icon } from '#ui/icon.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { EventLevel } from '#web/chart/events/event-level.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'
import type { ChartSettings } from '#web/screens/trade/chart-settings.ts'
import type { IndicatorSheet } from '#web/screens/trade/indicator-sheet.tsx'
import type { LateCode } from '#web/stores/late-parts.ts'

const sheetCode: LateCode<typeof IndicatorSheet> = {
  dictionaries: ['calendar'],
  load: async () => (await import('#web/screens/trade/indicator-sheet.tsx')).IndicatorSheet,
}

type PeriodBarProps = {
  readonly settings: ChartSettings
  readonly period: Period
  readonly indicators: ReadonlySet<Indicator>
  readonly events: EventLevel
}

export const chartPanelId = 'trade-chart'

/** Period tabs and the indicator menu. Sticks to the top when the screen scrolls. */
export function PeriodBar({ settings, period, indicators, events }: PeriodBarProps) {
  const t = useTranslate()
  return (
    <div className="sticky top-0 z-10 flex bg-ground">
      <div className="min-w-0 grow">
        <Tabs
          dense
          items={periods.map((value) => ({ value, label: t(`trade.period.${value}`) }))}
          label={t('trade.periods')}
          onChange={settings.setPeriod}
          panelId={chartPanelId}
          value={period}
        />
      </div>
      <IndicatorMenu events={events} indicators={indicators} settings={settings} />
    </div>
  )
}

type IndicatorMenuProps = {
  readonly indicators: ReadonlySet<Indicator>
  readonly events: EventLevel
  readonly settings: ChartSettings
}

function IndicatorMenu({ indicators, events, settings }: IndicatorMenuProps) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const Sheet = useLateOverlay(sheetCode, isOpen, () => setIsOpen(false))
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className="flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 border-b border-line ps-1 pe-3 text-13 text-dim transition-colors hover:text-text focus-visible:-outline-offset-2"
        onClick={() => setIsOpen(true)}
        type="button"
      >
        <span className="sr-only">{t('trade.indicators')}</span>
        <span className="whitespace-nowrap max-[359px]:hidden">{shortLabel([...indicators])}</span>
        <Icon className={indicators.size > 0 ? 'min-[360px]:hidden' : undefined} name="settings" size={18} />
        <Icon className="max-[359px]:hidden" name="chevron-down" size={14} />
      </button>
      {Sheet === undefined ? null : (
        <Sheet
          events={events}
          indicators={indicators}
          isOpen={isOpen}
          onEvents={settings.setEvents}
          onOpenChange={setIsOpen}
          onToggle={settings.toggleIndicator}
        />
      )}
    </>
  )
}

/** The first indicator by name, the others as a count: there is no room for more. */
function shortLabel([first, ...others]: readonly Indicator[]): string {
  return others.length === 0 ? (first ?? '') : `${first} +${others.length}`
}
