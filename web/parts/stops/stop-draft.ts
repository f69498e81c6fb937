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
import type { OrderTerms, Side } from '#core/order/order.ts'
import { misplacedStop } from '#core/order/price-levels.ts'
import { parseTypedPrice } from '#core/order/typed-input.ts'
import {
  amountOfShare,
  roundestProfit,
  roundestShare,
  type StopPosition,
  shareDecimals,
  shareOfBalance,
  stopPriceFor,
  stopProfit,
  wholeShare,
} from '#core/preview/stop-amounts.ts'

// A stop as somebody sets it: by a price, by money or by a share of the balance, each showing the others.

export type StopKind = 'stop_loss' | 'take_profit'
export type StopUnit = 'price' | 'money' | 'percent'

/** `text` is an exact decimal in the unit of `by`: a price, dollars or percent; a loss is written as a positive amount. */
export type StopDraft = { readonly isOn: boolean; readonly by: StopUnit; readonly text: string }

/** What a stop is judged and counted by. */
export type StopBasis = {
  readonly side: Side
  readonly lots: Lots
  readonly terms: Pick<OrderTerms, 'pricePrecision' | 'unitsPerLot'>
  /** What the profit is counted from: the opening price, the target, or what an order at market would open at now. */
  readonly openPrice: Price
  /** What a stop must be on the right side of: the closing price now, or the target of a pending order. */
  readonly reference: Price
  /** Undefined while nobody knows it: then only prices can be set. */
  readonly rate: Rate | undefined
  readonly balance: Micros | undefined
}

/** Null for what cannot be told. Signed: a loss is below zero. */
export type StopView = {
  readonly price: string | null
  readonly money: string | null
  readonly percent: string | null
  /** The same stop as one would type it in each unit: in as few digits as lead back to its price. */
  readonly typed: Readonly<Record<StopUnit, string | null>>
  readonly fault: 'invalid_price' | 'invalid_amount' | 'wrong_side' | undefined
  /** With `wrong_side`: the nearest price that is allowed, where there is one. */
  readonly nearest: string | undefined
}

/**
 * All there is to say of a stop that is set, judged by the engine's own rules. Without a fault and without a price it cannot
 * be told yet what was meant, because a rate or the balance is not known.
 */
export function stopView(kind: StopKind, draft: StopDraft, basis: StopBasis): StopView {
  const at = draftPrice(kind, draft, basis)
  if (at === undefined) return { ...unknownStop, fault: 'invalid_price' }
  if (at === 'no_amount') return { ...unknownStop, fault: 'invalid_amount' }
  if (at === 'cannot_tell') return unknownStop
  return { ...stopValues(kind, at, basis), ...sideFault(kind, at, basis) }
}

/** No stop: its box is not ticked. */
export const noStop: StopDraft = { isOn: false, by: 'price', text: '' }

/** An order's stop as the form shows it before anything is typed. Null means that the order has none. */
export function stopDraftAt(price: string | null): StopDraft {
  return price === null ? noStop : { isOn: true, by: 'price', text: price }
}

/** Compares prices, not texts: 1.5 is 1.50. Null means no stop. */
export function isSamePrice(one: string | null, other: string | null, precision: number): boolean {
  if (one === null || other === null) return one === other
  return parseTypedPrice(one, precision) === parseTypedPrice(other, precision)
}

/** The same stop in another unit. */
export function switchStopUnit(draft: StopDraft, by: StopUnit, view: StopView | undefined): StopDraft {
  return { ...draft, by, text: view?.typed[by] ?? '' }
}

/** Ticking the box fills in the closing price, which is on no side yet: it says so at once, and offers the nearest. */
export function enableStop(closing: string): StopDraft {
  return { isOn: true, by: 'price', text: closing }
}

export function moveToNearest(draft: StopDraft, nearest: string): StopDraft {
  return { ...draft, by: 'price', text: nearest }
}

/** Of a stop that nothing can be told of yet. */
export const unknownStop: StopView = {
  price: null,
  money: null,
  percent: null,
  typed: { price: null, money: null, percent: null },
  fault: undefined,
  nearest: undefined,
}

/** Undefined for what is no price of this market. */
function draftPrice(
  kind: StopKind,
  { by, text }: StopDraft,
  basis: StopBasis,
): Price | 'no_amount' | 'cannot_tell' | undefined {
  if (by === 'price') return parseTypedPrice(text, basis.terms.pricePrecision)
  const order = valuedOrder(basis)
  if (order === undefined) return 'cannot_tell'
  const amount = by === 'money' ? parseMicros(text) : moneyOfPercent(text, basis.balance)
  if (amount === 'cannot_tell') return amount
  const found = amount.ok ? stopPriceFor(order, micros(typedSign(kind, amount.amount))) : undefined
  return found ?? 'no_amount'
}

type TypedAmount = { readonly ok: true; readonly amount: Micros } | { readonly ok: false }

function moneyOfPercent(text: string, balance: Micros | undefined): TypedAmount | 'cannot_tell' {
  if (balance === undefined || balance <= 0) return 'cannot_tell'
  const share = parseDecimal(text, shareDecimals)
  const amount = share.ok ? amountOfShare(share.amount, balance, wholeShare) : undefined
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
  const share = order === undefined || balance === undefined ? undefined : roundestShare(order, at, balance)
  return {
    price,
    money: money === undefined ? null : formatDecimal(money, microsDecimals),
    percent: percent === undefined ? null : formatDecimal(percent, 2),
    typed: {
      price,
      money: gain === undefined ? null : withoutTrailingZeros(typedSign(kind, gain), microsDecimals),
      percent: share === undefined ? null : withoutTrailingZeros(typedSign(kind, share), shareDecimals),
    },
  }
}

function sideFault(kind: StopKind, at: Price, basis: StopBasis): Pick<StopView, 'fault' | 'nearest'> {
  const stops = { stopLoss: null, takeProfit: null, [kind === 'stop_loss' ? 'stopLoss' : 'takeProfit']: at }
  const wrong = misplacedStop(basis.side, stops, basis.reference)
  if (wrong === undefined) return { fault: undefined, nearest: undefined }
  // A price of zero is no stop at all.
  const nearest = wrong.nearest > 0 ? formatPrice(wrong.nearest, basis.terms.pricePrecision) : undefined
  return { fault: 'wrong_side', nearest }
}

/** A loss is typed as a positive amount; the same turns what was typed into a gain. */
function typedSign(kind: StopKind, amount: number): number {
  return kind === 'stop_loss' ? 0 - amount : amount
}

function valuedOrder({ side, lots, openPrice, terms, rate }: StopBasis): StopPosition | undefined {
  return rate === undefined ? undefined : { side, lots, openPrice, terms, rate }
}

/** Without the zeros at its end. */
function withoutTrailingZeros(units: number, decimals: number): string {
  let shown = decimals
  while (shown > 0 && units % 10 ** (decimals - shown + 1) === 0) shown -= 1
  return formatRounded(units, decimals, shown)
}
