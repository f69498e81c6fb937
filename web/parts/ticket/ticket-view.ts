import type { SubmitInput } from '#contract/calls/trading.ts'
import { closingPrice, openingPrice } from '#core/margin/valuation.ts'
import type { BidAsk } from '#core/market/quote.ts'
import { formatLots, formatPrice, lots as lotsOf, type Price, price } from '#core/money/amounts.ts'
import { directionOf, type Side } from '#core/order/order.ts'
import {
  type StopBasis,
  type StopDraft,
  type StopKind,
  type StopView,
  stopView,
  unknownStop,
} from '#web/parts/stops/stop-draft.ts'
import { type DraftValues, readDraft, ticketBlock } from '#web/parts/ticket/read-draft.ts'
import { parseAmount, previewTicket } from '#web/parts/ticket/ticket-preview.ts'
import type { TicketConditions, TicketDraft, TicketView } from '#web/parts/ticket/ticket-types.ts'

export function viewTicket(draft: TicketDraft, conditions: TicketConditions): TicketView {
  const values = readDraft(draft, conditions)
  const { summary, margin } = previewTicket(values, draft.side, conditions)
  const basis = basisOf(values, draft, conditions)
  const view = {
    block: ticketBlock(conditions),
    faults: margin === undefined ? values.faults : { ...values.faults, margin },
    ...pricesOf(values, draft, conditions.market.precision),
    stopLoss: viewOf('stop_loss', draft.stopLoss, basis),
    takeProfit: viewOf('take_profit', draft.takeProfit, basis),
    summary,
  }
  return { ...view, input: inputOf(values, draft, view) }
}

type Prices = Pick<TicketView, 'price' | 'worstPrice' | 'bestPrice'>

function pricesOf({ quote, target }: DraftValues, { side }: TicketDraft, precision: number): Prices {
  const shown = (found: Price | null | undefined) => (found == null ? null : formatPrice(found, precision))
  const best = quote === undefined ? undefined : openingPrice(side, quote)
  return {
    price: shown(target === null ? best : target),
    worstPrice: quote === undefined || target !== null ? null : shown(worstPrice(side, quote)),
    bestPrice: shown(best),
  }
}

/** Accepted slippage in price steps: one spread, so that an ordinary tick does not cause a refusal. */
function deviationOf({ bid, ask }: BidAsk): number {
  return Math.min(Math.max(ask - bid, 1), mostDeviation)
}

/** The largest deviation the call accepts. */
const mostDeviation = 1_000_000_000

function worstPrice(side: Side, quote: BidAsk): Price {
  const worst = openingPrice(side, quote) + deviationOf(quote) * directionOf(side)
  // The lowest valid price is one step.
  return price(Math.max(worst, 1))
}

/** Undefined while there is no price to check a stop against. */
function basisOf(
  { quote, lots, target }: DraftValues,
  { side }: TicketDraft,
  { market, rate, account }: TicketConditions,
): StopBasis | undefined {
  if (target === undefined) return undefined
  const openPrice = target ?? (quote === undefined ? undefined : openingPrice(side, quote))
  const reference = target ?? (quote === undefined ? undefined : closingPrice(side, quote))
  if (openPrice === undefined || reference === undefined) return undefined
  return {
    side,
    // With invalid lots only the price of a stop can be checked, not its value.
    lots: lots ?? lotsOf(1),
    rate: lots === undefined ? undefined : rate,
    terms: { pricePrecision: market.precision, unitsPerLot: market.terms.unitsPerLot },
    openPrice,
    reference,
    balance: account === undefined ? undefined : parseAmount(account.balance),
  }
}

function viewOf(kind: StopKind, draft: StopDraft, basis: StopBasis | undefined): StopView | undefined {
  if (!draft.isOn) return undefined
  return basis === undefined ? unknownStop : stopView(kind, draft, basis)
}

type CheckedTicket = Pick<TicketView, 'block' | 'faults' | 'price' | 'stopLoss' | 'takeProfit'>

/** A market order carries the price the user saw and the accepted slippage. */
function inputOf(
  values: DraftValues,
  { marketId, side }: TicketDraft,
  view: CheckedTicket,
): SubmitInput | undefined {
  const { quote, lots, leverage, target } = values
  const { price: seen, stopLoss, takeProfit } = view
  if (view.block !== undefined || Object.keys(view.faults).length > 0) return undefined
  if (!isSendable(stopLoss) || !isSendable(takeProfit)) return undefined
  if (quote === undefined || lots === undefined || leverage === undefined || seen === null) return undefined
  return {
    type: side === 'buy' ? 1 : 2,
    forex_id: marketId,
    status: target === null ? 1 : 0,
    cont: formatLots(lots),
    multiple: String(leverage),
    stop_loss_price: stopLoss?.price ?? '',
    target_profit_price: takeProfit?.price ?? '',
    ...(target === null ? { price: seen, deviation: deviationOf(quote) } : { target_price: seen }),
  }
}

function isSendable(stop: StopView | undefined): boolean {
  return stop === undefined || (stop.fault === undefined && stop.price !== null)
}
