import type { AccountAmounts } from '#contract/account-from-wire.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import {
  formatMicros,
  formatPrice,
  type Micros,
  micros,
  parseLots,
  parseMicros,
  parsePrice,
} from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import { add } from '#core/money/safe-integer.ts'
import type { Side } from '#core/order/order.ts'
import { previewOrder } from '#core/preview/preview-order.ts'
import type { Preview, PreviewAccount, PreviewPosition } from '#core/preview/preview-types.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { type DraftValues, termsOf } from '#web/parts/ticket/read-draft.ts'
import type { TicketConditions, TicketFault, TicketSummary } from '#web/parts/ticket/ticket-types.ts'

export type TicketPreview = { readonly summary: TicketSummary; readonly margin: TicketFault | undefined }

/** Margin, fee and account figures after the order, and a fault if the margin is insufficient. */
export function previewTicket(values: DraftValues, side: Side, conditions: TicketConditions): TicketPreview {
  const account = conditions.account === undefined ? undefined : previewAccount(conditions.account)
  const others = otherPositions(conditions)
  const preview = previewOf(values, side, conditions, { account, others })
  if (preview === undefined) return { summary: emptySummary, margin: undefined }
  const own = account === undefined ? undefined : preview
  return {
    summary: {
      margin: formatMicros(preview.margin),
      fee: formatMicros(preview.fee),
      pipValue: formatMicros(preview.pipValue),
      ...summaryAfter(others === undefined ? undefined : own, conditions.market.precision),
    },
    margin: values.target === null ? marginFault(own, conditions.account) : undefined,
  }
}

const emptyAfter = { freeMarginAfter: null, marginLevelAfter: null, closeOutPrice: null }
const emptySummary: TicketSummary = { margin: null, fee: null, pipValue: null, ...emptyAfter }

type AccountContext = {
  readonly account: PreviewAccount | undefined
  readonly others: readonly PreviewPosition[] | undefined
}

function previewOf(
  { quote, leverage, lots, target }: DraftValues,
  side: Side,
  { market, rate }: TicketConditions,
  { account = visitorAccount, others = [] }: AccountContext,
): Preview | undefined {
  const isComplete =
    quote !== undefined && leverage !== undefined && lots !== undefined && target !== undefined
  if (!isComplete || rate === undefined) return undefined
  const terms = termsOf(market)
  const order = { marketCode: market.code, terms, side, lots, leverage, target, quote, rate, others }
  return previewOrder(account, order)
}

/** Without an account, margin and fee can still be shown: they are the same for everyone. */
const visitorAccount: PreviewAccount = { equity: micros(0), midEquity: micros(0), usedMargin: micros(0) }

function summaryAfter(after: Preview | undefined, precision: number) {
  if (after === undefined) return emptyAfter
  const { freeMarginAfter, marginLevelAfter, closeOutPrice } = after
  return {
    freeMarginAfter: formatMicros(freeMarginAfter),
    marginLevelAfter: marginLevelAfter === null ? null : formatDecimal(marginLevelAfter, 2),
    closeOutPrice: closeOutPrice === null ? null : formatPrice(closeOutPrice, precision),
  }
}

function marginFault(
  after: Preview | undefined,
  account: AccountAmounts | undefined,
): TicketFault | undefined {
  if (after === undefined || account === undefined || after.isEnough) return undefined
  const needed = formatMicros(add(after.margin, after.fee))
  return { kind: 'insufficient_margin', needed, available: account.freeMargin }
}

/** Undefined if an amount cannot be parsed. Then the figures after the order are left out. */
function previewAccount({ equity, midEquity, usedMargin }: AccountAmounts): PreviewAccount | undefined {
  const amounts = [equity, midEquity, usedMargin].map(parseAmount)
  const [net, mid, used] = amounts
  if (net === undefined || mid === undefined || used === undefined) return undefined
  return { equity: net, midEquity: mid, usedMargin: used }
}

export function parseAmount(text: string): Micros | undefined {
  const parsed = parseMicros(text)
  return parsed.ok ? parsed.amount : undefined
}

/**
 * The open positions of this market. Undefined if unknown, or if one cannot be valued at the market's current quotes.
 */
function otherPositions({ market, open }: TicketConditions): readonly PreviewPosition[] | undefined {
  const here = open?.filter((order) => order.market.id === market.id)
  const positions = here?.map((order) => positionOf(order, market))
  return positions?.every((position) => position !== undefined) ? positions : undefined
}

/** Undefined if an amount cannot be parsed, or if the market's precision or lot size has changed since the opening. */
export function positionOf(
  { side, openPrice, lots, market: { precision }, unitsPerLot }: ShownOrder,
  now: ListedMarket,
): PreviewPosition | undefined {
  if (precision !== now.precision || unitsPerLot !== now.terms.unitsPerLot) return undefined
  const opened = parsePrice(openPrice, precision)
  const size = parseLots(lots)
  if (!opened.ok || !size.ok) return undefined
  return {
    side,
    openPrice: opened.amount,
    lots: size.amount,
    terms: { pricePrecision: precision, unitsPerLot },
  }
}
