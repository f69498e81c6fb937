import type { SetStopPriceInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Price, parsePrice } from '#core/money/amounts.ts'
import { type CurrentValues, stopBasisOf } from '#web/parts/stops/stop-basis.ts'
import {
  isSamePrice,
  type StopBasis,
  type StopDraft,
  type StopKind,
  type StopView,
  stopDraftAt,
  stopView,
} from '#web/parts/stops/stop-draft.ts'

export type StopDrafts = { readonly stop_loss: StopDraft; readonly take_profit: StopDraft }

/** What saving does to one stop. */
type StopChange = 'kept' | 'set' | 'removed'

export type StopsPreview = {
  readonly views: Readonly<Record<StopKind, StopView | undefined>>
  readonly changes: Readonly<Record<StopKind, StopChange>>
  readonly hasFault: boolean
  /** Whether a stop is set or moved. That needs an open market and fresh prices; removing one does not. */
  readonly setsNew: boolean
  /** Always contains both stops. Undefined if nothing changes or something is wrong. */
  readonly input: SetStopPriceInput | undefined
}

type StopPrices = Pick<CurrentValues, 'rate' | 'balance'> & {
  /** Price at which an open order would close now. */
  readonly closingPrice: string | null
}

export const stopKinds = ['stop_loss', 'take_profit'] as const

/** An untouched stop follows the order, so that saving does not undo a change made elsewhere. */
export function stopDraftsOf(order: ShownOrder, edited: Partial<StopDrafts> = {}): StopDrafts {
  return { stop_loss: stopDraftAt(order.stopLoss), take_profit: stopDraftAt(order.takeProfit), ...edited }
}

/** An unchanged stop is kept and not checked: the price may have passed it while the market was closed. */
export function previewStops(order: ShownOrder, drafts: StopDrafts, prices: StopPrices): StopsPreview {
  const basis = stopBasisOf(order, { ...prices, closing: closingOf(order, prices) })
  const loss = checkStop(order, 'stop_loss', drafts.stop_loss, basis)
  const profit = checkStop(order, 'take_profit', drafts.take_profit, basis)
  const all = [loss, profit]
  const hasFault = all.some(({ view }) => view?.fault !== undefined)
  // A stop by money without a known price must not be sent: the empty text in its place would remove the stop.
  const areAllPricesKnown = all.every(({ change, sent }) => change !== 'set' || sent !== '')
  const isChanged = all.some(({ change }) => change !== 'kept')
  return {
    views: { stop_loss: loss.view, take_profit: profit.view },
    changes: { stop_loss: loss.change, take_profit: profit.change },
    hasFault,
    setsNew: all.some(({ change }) => change === 'set'),
    input:
      hasFault || !areAllPricesKnown || !isChanged
        ? undefined
        : { id: order.id, stop_loss_price: loss.sent, target_profit_price: profit.sent },
  }
}

type CheckedStop = {
  readonly view: StopView | undefined
  readonly change: StopChange
  /** The stop price to send. An empty text removes the stop. */
  readonly sent: string
}

function checkStop(
  order: ShownOrder,
  kind: StopKind,
  draft: StopDraft,
  basis: StopBasis | undefined,
): CheckedStop {
  const before = kind === 'stop_loss' ? order.stopLoss : order.takeProfit
  if (!draft.isOn) return { view: undefined, change: before === null ? 'kept' : 'removed', sent: '' }
  if (basis === undefined) return { view: undefined, change: 'kept', sent: before ?? '' }
  const view = stopView(kind, draft, basis)
  if (before !== null && isSamePrice(view.price, before, order.market.precision))
    return { view: { ...view, fault: undefined, nearest: undefined }, change: 'kept', sent: before }
  return { view, change: 'set', sent: view.price ?? '' }
}

/** The current closing price, or else the one that was read with the order. */
function closingOf({ closingPrice, market }: ShownOrder, prices: StopPrices): Price | undefined {
  const parsed = parsePrice(prices.closingPrice ?? closingPrice ?? '', market.precision)
  return parsed.ok ? parsed.amount : undefined
}
