import {
  type ComponentProps,
  type ReactNode,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { randomFraction } from '#browser/platform/random.ts'
import { browserTimers } from '#browser/platform/timers.ts'
import type { Period } from '#core/candle/period.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import type { ChartAlerts } from '#web/chart/alerts/alerts-layer.ts'
import { type CandleStore, createCandleStore } from '#web/chart/candles/candle-store.ts'
import type { Chart } from '#web/chart/chart.ts'
import type { EventLevel } from '#web/chart/events/event-level.ts'
import type { ChartEvents } from '#web/chart/events/event-marks-layer.ts'
import type { Indicator } from '#web/chart/indicator.ts'
import type { OrderMarks, StopMoveHandlers } from '#web/chart/orders/order-marks.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { useParts, useTranslate, useTranslations } from '#web/parts/app-parts.tsx'
import { useLateCode, useLateOverlay } from '#web/parts/late-code.tsx'
import type { EventSheet } from '#web/screens/trade/chart/event-sheet.tsx'
import { OrderLinesList } from '#web/screens/trade/chart/order-lines-list.tsx'
import { useChartEvents } from '#web/screens/trade/chart/use-chart-events.ts'
import { type ChartOrders, useChartOrders } from '#web/screens/trade/chart/use-chart-orders.ts'
import type { LateCode } from '#web/stores/late-parts.ts'

/** The only chart of the page. */
const chartCode: LateCode<Chart> = {
  load: async () => (await import('#web/chart/chart.ts')).createChart(browserTimers),
}

type ChartAreaProps = {
  readonly market: ListedMarket
  readonly period: Period
  readonly indicators: ReadonlySet<Indicator>
  readonly events: EventLevel
  readonly alerts: ChartAlerts
}

/** The chart with its loading, empty and failed states. */
export function ChartArea({ market, period, indicators, events: level, alerts }: ChartAreaProps) {
  const t = useTranslate()
  const chart = useLateCode(chartCode)
  const history = useCandleHistory(market, period)
  const orders = useChartOrders(market)
  const { events, opened, close } = useChartEvents(market, period, level)
  const label = t('trade.chart', { market: market.showCode, period: t(`trade.period.${period}`) })
  return (
    <>
      {chart.part === undefined ? (
        <ChartLoading />
      ) : (
        <ChartCanvas
          alerts={alerts}
          chart={chart.part}
          events={events}
          history={history}
          indicators={indicators}
          label={label}
          marks={orders.marks}
          moves={orders.moves}
          precision={market.precision}
        />
      )}
      <OrderLinesList orders={orders.orders} rate={orders.rate} />
      <LazyMoveStopSheet
        moveRequest={orders.moveRequest}
        onApplied={orders.onApplied}
        setMove={orders.setMove}
      />
      <LazyEventSheet onClose={close} opened={opened} />
      {chart.hasFailed ? <ChartFailed onRetry={chart.retry} /> : <ChartState history={history} />}
    </>
  )
}

const moveSheetCode = {
  load: async () => (await import('#web/screens/trade/chart/move-stop-sheet.tsx')).MoveStopSheet,
}

/** The sheet, loaded when the first stop is dragged and kept mounted for its closing animation. */
function LazyMoveStopSheet(props: Pick<ChartOrders, 'moveRequest' | 'setMove' | 'onApplied'>) {
  const { moveRequest, setMove } = props
  const MoveStopSheet = useLateOverlay(moveSheetCode, moveRequest !== undefined, () => setMove(undefined))
  return MoveStopSheet === undefined ? null : <MoveStopSheet {...props} />
}

const eventSheetCode: LateCode<typeof EventSheet> = {
  dictionaries: ['calendar'],
  load: async () => (await import('#web/screens/trade/chart/event-sheet.tsx')).EventSheet,
}

/** The same for the events of a mark. */
function LazyEventSheet(props: ComponentProps<typeof EventSheet>) {
  const { opened, onClose } = props
  const Sheet = useLateOverlay(eventSheetCode, opened !== undefined, onClose)
  return Sheet === undefined ? null : <Sheet {...props} />
}

/** Re-renders when the state changes, not with every candle. */
function ChartState({ history }: { history: CandleStore }) {
  const t = useTranslate()
  const state = useSyncExternalStore(history.view.subscribe, () => stateOf(history))
  if (state === 'ready') return null
  if (state === 'loading') return <ChartLoading />
  if (state === 'failed') return <ChartFailed onRetry={history.retry} />
  return (
    <ChartCover>
      <EmptyState icon="trade" text={t('trade.chart.empty.text')} title={t('trade.chart.empty.title')} />
    </ChartCover>
  )
}

function ChartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslate()
  const words = useUiLabels()
  return (
    <ChartCover>
      <EmptyState
        action={
          <Button icon="refresh" onClick={onRetry} variant="secondary">
            {words.retry}
          </Button>
        }
        icon="warning"
        title={t('trade.chart.failed')}
      />
    </ChartCover>
  )
}

function ChartCover({ children }: { children: ReactNode }) {
  return <div className="absolute inset-0 grid place-items-center overflow-y-auto bg-ground">{children}</div>
}

function stateOf({ view }: CandleStore): 'loading' | 'failed' | 'empty' | 'ready' {
  const { status, candles } = view.getSnapshot()
  return status === 'ready' && candles.length === 0 ? 'empty' : status
}

function ChartLoading() {
  const words = useUiLabels()
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

type ChartCanvasProps = {
  readonly chart: Chart
  readonly label: string
  readonly history: CandleStore
  readonly precision: number
  readonly indicators: ReadonlySet<Indicator>
  readonly marks: OrderMarks
  readonly moves: StopMoveHandlers
  readonly events: ChartEvents | undefined
  readonly alerts: ChartAlerts
}

/** Mounts the only chart of the page. The chart object is kept when this component unmounts. */
function ChartCanvas(props: ChartCanvasProps) {
  const { chart, label, history, precision, indicators, marks, moves, events, alerts } = props
  const place = useRef<HTMLDivElement>(null)
  const language = useChartLanguage()
  useLayoutEffect(() => {
    place.current?.append(chart.element)
    chart.reveal()
    return chart.hide
  }, [chart])
  useLayoutEffect(() => {
    chart.update({
      label,
      candles: history,
      precision,
      indicators,
      locale: language,
      marks,
      stopMoves: moves,
      events,
      alerts,
    })
  }, [chart, label, history, precision, indicators, language, marks, moves, events, alerts])
  // `isolate` keeps the z-indexes of the canvases below the overlays.
  return <div className="absolute inset-0 isolate" ref={place} />
}

function useChartLanguage() {
  const { locale, t } = useTranslations()
  return useMemo(
    () => ({
      locale,
      labels: {
        open: t('trade.candle.open'),
        high: t('trade.candle.high'),
        low: t('trade.candle.low'),
        close: t('trade.candle.close'),
        volume: t('trade.candle.volume'),
      },
    }),
    [locale, t],
  )
}

/** Candles of a market and period. They update while the screen is visible and resume when it is shown again. */
function useCandleHistory({ id, code }: ListedMarket, period: Period): CandleStore {
  const { caller, live } = useParts()
  const history = useMemo(
    () =>
      createCandleStore(
        { call: caller.call, live, timers: browserTimers, random: randomFraction },
        { marketId: id, code, period },
      ),
    [caller, live, id, code, period],
  )
  useLayoutEffect(() => {
    history.start()
    return history.stop
  }, [history])
  return history
}
