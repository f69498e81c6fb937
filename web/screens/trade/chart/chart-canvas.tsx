import { use, useLayoutEffect, useMemo, useRef } from 'react'
import { languageOf } from '#i18n/languages.ts'
import type { CandleHistory } from '#web/chart/history/candle-history.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import type { ChartMarks, MoveAnswers } from '#web/chart/marks/mark-types.ts'
import { useParts, useWords } from '#web/parts/app-parts.tsx'
import { openChart } from '#web/screens/trade/chart/open-chart.ts'

export type ChartCanvasProps = {
  readonly label: string
  readonly history: CandleHistory
  readonly precision: number
  readonly indicators: ReadonlySet<Indicator>
  readonly marks: ChartMarks
  readonly moves: MoveAnswers
}

/** Where the chart stands in the page. The chart itself outlives it. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { label, history, precision, indicators, marks, moves } = props
  const parts = useParts()
  const chart = use(openChart(parts))
  const place = useRef<HTMLDivElement>(null)
  const language = useChartLanguage()
  useLayoutEffect(() => {
    place.current?.append(chart.element)
    chart.reveal()
    return chart.hide
  }, [chart])
  useLayoutEffect(() => {
    chart.show({ label, history, precision, indicators, language, marks, moves })
  }, [chart, label, history, precision, indicators, language, marks, moves])
  // Whatever the canvases have for z-index stays among them: what is said about the chart lies over it.
  return <div className="absolute inset-0 isolate" ref={place} />
}

function useChartLanguage() {
  const { language, t } = useWords()
  return useMemo(
    () => ({
      locale: languageOf(language).locale,
      words: {
        open: t('trade.candle.open'),
        high: t('trade.candle.high'),
        low: t('trade.candle.low'),
        close: t('trade.candle.close'),
        volume: t('trade.candle.volume'),
      },
    }),
    [language, t],
  )
}
