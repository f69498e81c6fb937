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
import {
  type Preview,
  type PreviewAccount,
  type PreviewPosition,
  previewOrder,
} from '#core/preview/preview-order.ts'
import type { ListedMarket } from '#web/markets/markets-types.ts'
import { type DraftValues, termsOf } from '#web/parts/ticket/read-draft.ts'
import type { TicketConditions, TicketFault, TicketSummary } from '#web/parts/ticket/ticket-types.ts'

export type TicketPreview = { readonly summary: TicketSummary; readonly margin: TicketFault | undefined }

/** What the order would come to, as far as it can be told, and whether there is enough for it. */
export function previewTicket(read: DraftValues, side: Side, around: TicketConditions): TicketPreview {
  const account = around.account === undefined ? undefined : previewAccount(around.account)
  const others = otherPositions(around)
  const preview = previewOf(read, side, around, { account, others })
  if (preview === undefined) return { summary: emptySummary, margin: undefined }
  const own = account === undefined ? undefined : preview
  return {
    summary: {
      margin: formatMicros(preview.margin),
      fee: formatMicros(preview.fee),
      pipValue: formatMicros(preview.pipValue),
      ...summaryAfter(others === undefined ? undefined : own, around.market.precision),
    },
    margin: read.target === null ? marginFault(own, around.account) : undefined,
  }
}

const emptyAfter = { availableAfter: null, riskRateAfter: null, closeOutPrice: null }
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
  const isTold = quote !== undefined && leverage !== undefined && lots !== undefined && target !== undefined
  if (!isTold || rate === undefined) return undefined
  const terms = termsOf(market)
  const wish = { marketCode: market.code, terms, side, lots, leverage, target, quote, rate, others }
  return previewOrder(account, wish)
}

/** A visitor: margin and fee are the same for everybody. */
const visitorAccount: PreviewAccount = { netValue: micros(0), midNetValue: micros(0), usedMargin: micros(0) }

function summaryAfter(after: Preview | undefined, precision: number) {
  if (after === undefined) return emptyAfter
  const { availableAfter, riskRateAfter, closeOutPrice } = after
  return {
    availableAfter: formatMicros(availableAfter),
    riskRateAfter: riskRateAfter === null ? null : formatDecimal(riskRateAfter, 2),
    closeOutPrice: closeOutPrice === null ? null : formatPrice(closeOutPrice, precision),
  }
}

function marginFault(
  after: Preview | undefined,
  account: AccountAmounts | undefined,
): TicketFault | undefined {
  if (after === undefined || account === undefined || after.isEnough) return undefined
  const needed = formatMicros(add(after.margin, after.fee))
  return { kind: 'insufficient_margin', needed, available: account.available }
}

/** None where the server said what we cannot read: then it is not told what comes after. */
function previewAccount({ netValue, midNetValue, usedMargin }: AccountAmounts): PreviewAccount | undefined {
  const amounts = [netValue, midNetValue, usedMargin].map(parseAmount)
  const [net, mid, used] = amounts
  if (net === undefined || mid === undefined || used === undefined) return undefined
  return { netValue: net, midNetValue: mid, usedMargin: used }
}

export function parseAmount(text: string): Micros | undefined {
  const parsed = parseMicros(text)
  return parsed.ok ? parsed.amount : undefined
}

/** The open orders of this market; undefined where they are not known, or one cannot be valued at its quotes. */
function otherPositions({ market, open }: TicketConditions): readonly PreviewPosition[] | undefined {
  const here = open?.filter((order) => order.market.id === market.id)
  const positions = here?.map((order) => positionOf(order, market))
  return positions?.every((position) => position !== undefined) ? positions : undefined
}

/** An order keeps the terms it was placed on: a market that has changed since quotes in other steps. */
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
