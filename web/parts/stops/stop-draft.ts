import {
  formatPrice,
  type Lots,
  type Micros,
  micros,
  microsDecimals,
  type Price,
  parseMicros,
  type Rate,
} from '#core/money/amounts.ts'
import { formatDecimal, formatRounded, parseDecimal } from '#core/money/decimal.ts'
import { parsePriceInput } from '#core/order/decimal-input.ts'
import type { OrderTerms, Side } from '#core/order/order.ts'
import { misplacedStop } from '#core/order/price-levels.ts'
import {
  amountOfPercent,
  hundredPercent,
  percentDecimals,
  roundestPercent,
  roundestProfit,
  type StopPosition,
  shareOfBalance,
  stopPriceFor,
  stopProfit,
} from '#core/preview/stop-amounts.ts'

// A stop loss or take profit as typed: by price, by amount or by share of the balance.

export type StopKind = 'stop_loss' | 'take_profit'
export type StopUnit = 'price' | 'money' | 'percent'

/**
 * `text` is an exact decimal in the unit `by`: a price, dollars or percent. A loss is typed as a positive amount.
 * Kept in sessionStorage as part of the ticket draft.
 */
export type StopDraft = { readonly isOn: boolean; readonly by: StopUnit; readonly text: string }

/** The order and the prices a stop is checked against and valued with. */
export type StopBasis = {
  readonly side: Side
  readonly lots: Lots
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  /** Start of the profit calculation: the opening price, the target, or the price a market order would open at now. */
  readonly openPrice: Price
  /** A stop must be on the right side of this price: the current closing price, or the target of a pending order. */
  readonly reference: Price
  /** Undefined while unknown: then a stop can only be set by price. */
  readonly rate: Rate | undefined
  readonly balance: Micros | undefined
}

/** Null for unknown values. A loss is negative. */
export type StopView = {
  readonly price: string | null
  readonly money: string | null
  readonly percent: string | null
  /** The text to type for this stop in each unit, with the fewest digits that give the same price. */
  readonly typed: Readonly<Record<StopUnit, string | null>>
  readonly fault: 'invalid_price' | 'invalid_amount' | 'wrong_side' | undefined
  /** With `wrong_side`: the nearest allowed price, if there is one. */
  readonly nearest: string | undefined
}

/**
 * Price, value and fault of a stop, checked by the rules of the engine. Neither fault nor price means that the rate
 * or the balance is still unknown.
 */
export function stopView(kind: StopKind, draft: StopDraft, basis: StopBasis): StopView {
  const at = draftPrice(kind, draft, basis)
  if (at === undefined) return { ...unknownStop, fault: 'invalid_price' }
  if (at === 'invalid_amount') return { ...unknownStop, fault: 'invalid_amount' }
  if (at === 'unknown') return unknownStop
  return { ...stopValues(kind, at, basis), ...sideFault(kind, at, basis) }
}

/** A stop that is switched off. */
export const noStop: StopDraft = { isOn: false, by: 'price', text: '' }

/** The initial draft for an order's stop. Null means no stop. */
export function stopDraftAt(price: string | null): StopDraft {
  return price === null ? noStop : { isOn: true, by: 'price', text: price }
}

/** Compares prices, not texts: 1.5 is 1.50. Null means no stop. */
export function isSamePrice(one: string | null, other: string | null, precision: number): boolean {
  if (one === null || other === null) return one === other
  return parsePriceInput(one, precision) === parsePriceInput(other, precision)
}

/** The same stop in another unit. */
export function switchStopUnit(draft: StopDraft, by: StopUnit, view: StopView | undefined): StopDraft {
  return { ...draft, by, text: view?.typed[by] ?? '' }
}

/**
 * Switches a stop on at the closing price. That is a `wrong_side` fault, so the form offers the nearest price at
 * once.
 */
export function enableStop(closing: string): StopDraft {
  return { isOn: true, by: 'price', text: closing }
}

export function moveToNearest(draft: StopDraft, nearest: string): StopDraft {
  return { ...draft, by: 'price', text: nearest }
}

/** The view while no price of the stop is known. */
export const unknownStop: StopView = {
  price: null,
  money: null,
  percent: null,
  typed: { price: null, money: null, percent: null },
  fault: undefined,
  nearest: undefined,
}

/** Undefined if the text is not a valid price of this market. */
function draftPrice(
  kind: StopKind,
  { by, text }: StopDraft,
  basis: StopBasis,
): Price | 'invalid_amount' | 'unknown' | undefined {
  if (by === 'price') return parsePriceInput(text, basis.terms.pricePrecision)
  const order = valuedOrder(basis)
  if (order === undefined) return 'unknown'
  const amount = by === 'money' ? parseMicros(text) : moneyOfPercent(text, basis.balance)
  if (amount === 'unknown') return amount
  const found = amount.ok ? stopPriceFor(order, micros(typedSign(kind, amount.amount))) : undefined
  return found ?? 'invalid_amount'
}

type TypedAmount = { readonly ok: true; readonly amount: Micros } | { readonly ok: false }

function moneyOfPercent(text: string, balance: Micros | undefined): TypedAmount | 'unknown' {
  if (balance === undefined || balance <= 0) return 'unknown'
  const share = parseDecimal(text, percentDecimals)
  const amount = share.ok ? amountOfPercent(share.amount, balance, hundredPercent) : undefined
  return amount === undefined ? { ok: false } : { ok: true, amount }
}

function stopValues(kind: StopKind, at: Price, basis: StopBasis): Omit<StopView, 'fault' | 'nearest'> {
  const price = formatPrice(at, basis.terms.pricePrecision)
  const order = valuedOrder(basis)
  const money = order === undefined ? undefined : stopProfit(order, at)
  const { balance } = basis
  const isShared = money !== undefined && balance !== undefined
  const percent = isShared ? shareOfBalance(money, balance) : undefined
  const gain = order === undefined ? undefined : roundestProfit(order, at)
  const share = order === undefined || balance === undefined ? undefined : roundestPercent(order, at, balance)
  return {
    price,
    money: money === undefined ? null : formatDecimal(money, microsDecimals),
    percent: percent === undefined ? null : formatDecimal(percent, 2),
    typed: {
      price,
      money: gain === undefined ? null : withoutTrailingZeros(typedSign(kind, gain), microsDecimals),
      percent: share === undefined ? null : withoutTrailingZeros(typedSign(kind, share), percentDecimals),
    },
  }
}

function sideFault(kind: StopKind, at: Price, basis: StopBasis): Pick<StopView, 'fault' | 'nearest'> {
  const stops = { stopLoss: null, takeProfit: null, [kind === 'stop_loss' ? 'stopLoss' : 'takeProfit']: at }
  const wrong = misplacedStop(basis.side, stops, basis.reference)
  if (wrong === undefined) return { fault: undefined, nearest: undefined }
  // Zero is not a price.
  const nearest = wrong.nearest > 0 ? formatPrice(wrong.nearest, basis.terms.pricePrecision) : undefined
  return { fault: 'wrong_side', nearest }
}

/** Converts between a gain and the typed amount, in both directions: a loss is typed as a positive amount. */
function typedSign(kind: StopKind, amount: number): number {
  return kind === 'stop_loss' ? 0 - amount : amount
}

function valuedOrder({ side, lots, openPrice, terms, rate }: StopBasis): StopPosition | undefined {
  return rate === undefined ? undefined : { side, lots, openPrice, terms, rate }
}

function withoutTrailingZeros(units: number, decimals: number): string {
  let shown = decimals
  while (shown > 0 && units % 10 ** (decimals - shown + 1) === 0) shown -= 1
  return formatRounded(units, decimals, shown)
}
