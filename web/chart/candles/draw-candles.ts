import type { Chart as Canvas, DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import type { Timers } from '#browser/platform/timers.ts'
import type { PlainCandle } from '#contract/market-from-wire.ts'
import type { CandleSeries } from '#web/chart/candles/candle-series.ts'
import type { CandleStore } from '#web/chart/candles/candle-store.ts'

/** Wait before a failed page of older candles is requested again, however often the user scrolls back. */
export const olderRetryMs = 1_500

export type CandleDrawing = {
  /** Draws these candles instead of the previous ones. */
  readonly follow: (candles: CandleStore) => void
  readonly stop: () => void
}

/**
 * Keeps the canvas in step with a candle store. The canvas accepts a whole series, older candles or the last candle.
 * Any other change redraws the whole series without moving the scroll position.
 */
export function createCandleDrawing(canvas: Canvas, timers: Timers): CandleDrawing {
  let store: CandleStore | undefined
  let unsubscribe: () => void = () => undefined
  let drawn: CandleSeries = []
  let isFetchingOlder = false
  let drawLast: (bar: KLineData) => void = () => undefined

  canvas.setDataLoader({
    getBars: (request) => (request.type === 'init' ? drawAll(request) : void fetchOlder(request)),
    subscribeBar: ({ callback }) => {
      drawLast = callback
    },
  })

  function drawAll({ callback }: DataLoaderGetBarsParams): void {
    const view = store?.view.getSnapshot()
    drawn = view?.candles ?? []
    isFetchingOlder = false
    callback(drawn.map(barOf), { forward: view?.hasOlder ?? false })
  }
  async function fetchOlder({ callback }: DataLoaderGetBarsParams): Promise<void> {
    const requested = store
    const before = drawn
    isFetchingOlder = true
    const isLoaded = (await requested?.loadOlder()) ?? false
    // Another store, or the whole series again, was drawn while the page was loading.
    if (requested !== store || before[0] !== drawn[0] || requested === undefined) return
    if (!isLoaded)
      return void timers.after(olderRetryMs, () => (before[0] === drawn[0] ? addOlder([]) : undefined))
    const { candles } = requested.view.getSnapshot()
    addOlder(candles.slice(0, candles.length - drawn.length))

    function addOlder(older: CandleSeries): void {
      isFetchingOlder = false
      drawn = [...older, ...drawn]
      callback(older.map(barOf), { forward: requested?.view.getSnapshot().hasOlder ?? false })
    }
  }
  function update(): void {
    const next = store?.view.getSnapshot().candles ?? []
    if (next === drawn || (isFetchingOlder && isOlderAdded(drawn, next))) return
    const last = next.at(-1)
    if (last !== undefined && isLastChanged(drawn, next)) {
      drawn = next
      drawLast(barOf(last))
    } else keepScrollPosition(canvas, () => canvas.resetData())
  }
  return {
    follow(next) {
      unsubscribe()
      store = next
      unsubscribe = next.view.subscribe(update)
    },
    stop: () => unsubscribe(),
  }
}

function barOf({ startMs, open, high, low, close, volume }: PlainCandle): KLineData {
  return { timestamp: startMs, open, high, low, close, volume }
}

/** Candles are immutable, so the same object is the same candle. */
function isLastChanged(drawn: CandleSeries, next: CandleSeries): boolean {
  const added = next.length - drawn.length
  if (drawn.length === 0 || added < 0 || added > 1) return false
  const sameUntil = drawn.length - 2 + added
  return (sameUntil < 0 || next[0] === drawn[0]) && next[sameUntil] === drawn[sameUntil]
}

function isOlderAdded(drawn: CandleSeries, next: CandleSeries): boolean {
  const added = next.length - drawn.length
  return added >= 0 && next[added] === drawn[0] && next.at(-1) === drawn.at(-1)
}

/** A view that shows the newest candle keeps showing it. A view of the past stays where it is. */
function keepScrollPosition(canvas: Canvas, redraw: () => void): void {
  const { to } = canvas.getVisibleRange()
  const bars = canvas.getDataList()
  const anchor = to < bars.length ? bars[to - 1]?.timestamp : undefined
  const before = anchor === undefined ? 0 : xOf(canvas, anchor)
  redraw()
  if (anchor !== undefined) canvas.scrollByDistance(before - xOf(canvas, anchor))
}

function xOf(canvas: Canvas, timestamp: number): number {
  const point = canvas.convertToPixel({ timestamp })
  return (Array.isArray(point) ? point[0]?.x : point.x) ?? 0
}
