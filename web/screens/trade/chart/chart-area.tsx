import { Suspense, useSyncExternalStore } from 'react'
import type { Period } from '#core/candle/period.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiWords } from '#ui/ui-words.tsx'
import type { CandleHistory } from '#web/chart/history/candle-history.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useTranslate } from '#web/parts/app-parts.tsx'
import { useLatePart } from '#web/parts/use-late-part.ts'
import { ChartCanvas } from '#web/screens/trade/chart/chart-canvas.tsx'
import { LinesInWords } from '#web/screens/trade/chart/lines-in-words.tsx'
import { useCandleHistory } from '#web/screens/trade/chart/use-candle-history.ts'
import { type ChartOrders, useChartOrders } from '#web/screens/trade/chart/use-chart-orders.ts'

export type ChartAreaProps = {
  readonly market: ListedMarket
  readonly period: Period
  readonly indicators: ReadonlySet<Indicator>
}

/** The chart, and over it whatever there is to say about it. */
export function ChartArea({ market, period, indicators }: ChartAreaProps) {
  const t = useTranslate()
  const history = useCandleHistory(market, period)
  const orders = useChartOrders(market)
  const label = t('trade.chart', { market: market.showCode, period: t(`trade.period.${period}`) })
  return (
    <>
      <Suspense fallback={<ChartLoading />}>
        <ChartCanvas
          history={history}
          indicators={indicators}
          label={label}
          marks={orders.marks}
          moves={orders.moves}
          precision={market.precision}
        />
      </Suspense>
      <LinesInWords orders={orders.orders} rate={orders.rate} />
      <MoveStop asked={orders.asked} onSet={orders.onSet} setMove={orders.setMove} />
      <ChartState history={history} />
    </>
  )
}

const fetchSheet = () => import('#web/screens/trade/chart/move-stop-sheet.tsx')

/** Fetched when the first stop is dragged; it stays, so that it can also leave the screen. */
function MoveStop(props: Pick<ChartOrders, 'asked' | 'setMove' | 'onSet'>) {
  const { asked, setMove } = props
  const sheet = useLatePart(fetchSheet, asked !== undefined, () => setMove(undefined))
  return sheet === undefined ? null : <sheet.MoveStopSheet {...props} />
}

/** Told anew only when it changes, not with every candle. */
function ChartState({ history }: { history: CandleHistory }) {
  const t = useTranslate()
  const words = useUiWords()
  const state = useSyncExternalStore(history.view.subscribe, () => stateOf(history))
  if (state === 'ready') return null
  if (state === 'loading') return <ChartLoading />
  return (
    <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-ground">
      {state === 'empty' ? (
        <EmptyState icon="trade" text={t('trade.chart.empty.text')} title={t('trade.chart.empty.title')} />
      ) : (
        <EmptyState
          action={
            <Button icon="refresh" onClick={history.retry} variant="secondary">
              {words.retry}
            </Button>
          }
          icon="warning"
          title={t('trade.chart.failed')}
        />
      )}
    </div>
  )
}

function stateOf({ view }: CandleHistory): 'loading' | 'failed' | 'empty' | 'ready' {
  const { status, candles } = view.getSnapshot()
  return status === 'ready' && candles.length === 0 ? 'empty' : status
}

function ChartLoading() {
  const words = useUiWords()
  return (
    <div
      aria-label={words.loading}
      className="absolute inset-0 grid place-items-center bg-ground text-dim"
      role="status"
    >
      <Spinner size={28} />
    </div>
  )
}
