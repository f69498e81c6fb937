import type { Chart as Canvas, DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import type { PlainCandle } from '#contract/market-from-wire.ts'
import type { CandleSeries } from '#web/chart/candles/candle-series.ts'
import type { CandleStore } from '#web/chart/candles/candle-store.ts'
import type { Timers } from '#web/platform/timers.ts'

/** A page that did not come is not asked for again at once, however hard one pulls. */
export const olderRetryMs = 1_500

export type CandleDrawing = {
  /** Draws this history from now on, and nothing of the one before. */
  readonly follow: (history: CandleStore) => void
  readonly stop: () => void
}

/**
 * Keeps what the canvas holds in step with a history. The canvas takes three things: a whole series, older candles
 * before it, and its last candle; whatever else changed is drawn as a whole, without moving what one is looking at.
 */
export function createCandleDrawing(canvas: Canvas, timers: Timers): CandleDrawing {
  let history: CandleStore | undefined
  let leave: () => void = () => undefined
  let drawn: CandleSeries = []
  let isFetchingOlder = false
  let drawLast: (bar: KLineData) => void = () => undefined

  canvas.setDataLoader({
    getBars: (question) => (question.type === 'init' ? drawAll(question) : void fetchOlder(question)),
    subscribeBar: ({ callback }) => {
      drawLast = callback
    },
  })

  function drawAll({ callback }: DataLoaderGetBarsParams): void {
    const view = history?.view.getSnapshot()
    drawn = view?.candles ?? []
    isFetchingOlder = false
    callback(drawn.map(barOf), { forward: view?.hasOlder ?? false })
  }
  async function fetchOlder({ callback }: DataLoaderGetBarsParams): Promise<void> {
    const asked = history
    const before = drawn
    isFetchingOlder = true
    const isThere = (await asked?.loadOlder()) ?? false
    // Meanwhile another market, or the whole of this one, was drawn: this page is not waited for any more.
    if (asked !== history || before[0] !== drawn[0] || asked === undefined) return
    if (!isThere)
      return void timers.after(olderRetryMs, () => (before[0] === drawn[0] ? addOlder([]) : undefined))
    const { candles } = asked.view.getSnapshot()
    addOlder(candles.slice(0, candles.length - drawn.length))

    function addOlder(older: CandleSeries): void {
      isFetchingOlder = false
      drawn = [...older, ...drawn]
      callback(older.map(barOf), { forward: asked?.view.getSnapshot().hasOlder ?? false })
    }
  }
  function update(): void {
    const next = history?.view.getSnapshot().candles ?? []
    if (next === drawn || (isFetchingOlder && isOlderAdded(drawn, next))) return
    const last = next.at(-1)
    if (last !== undefined && isLastChanged(drawn, next)) {
      drawn = next
      drawLast(barOf(last))
    } else keepScrollPosition(canvas, () => canvas.resetData())
  }
  return {
    follow(next) {
      leave()
      history = next
      leave = next.view.subscribe(update)
    },
    stop: () => leave(),
  }
}

function barOf({ startMs, open, high, low, close, volume }: PlainCandle): KLineData {
  return { timestamp: startMs, open, high, low, close, volume }
}

/** Candles are never changed, only replaced, so that the same object is the same candle. */
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

/** Whoever looks at the newest candle goes on doing so; whoever looks at the past stays there. */
function keepScrollPosition(canvas: Canvas, redraw: () => void): void {
  const { to } = canvas.getVisibleRange()
  const bars = canvas.getDataList()
  const anchor = to < bars.length ? bars[to - 1]?.timestamp : undefined
  const before = anchor === undefined ? 0 : xOf(canvas, anchor)
  redraw()
  if (anchor !== undefined) canvas.scrollByDistance(before - xOf(canvas, anchor))
}

function xOf(canvas: Canvas, timestamp: number): number {
  const place = canvas.convertToPixel({ timestamp })
  return (Array.isArray(place) ? place[0]?.x : place.x) ?? 0
}
