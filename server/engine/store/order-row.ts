import { lots, micros, price, rate } from '#core/money/amounts.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'
import { type Column, columnNames, timestampText } from '#server/engine/store/column.ts'

/** Every column of the table, and so everything an order is: it is written and read by this one list. */
export const orderColumnList: readonly Column<Order>[] = [
  ['id', 'bigint', ({ id }) => id],
  ['user_id', 'bigint', ({ userId }) => userId],
  ['market_id', 'integer', ({ marketId }) => marketId],
  ['side', 'text', ({ side }) => side],
  ['kind', 'text', ({ kind }) => kind],
  ['status', 'text', ({ status }) => status],
  ['lots', 'bigint', ({ lots }) => lots],
  ['leverage', 'integer', ({ leverage }) => leverage],
  ['quote_currency', 'text', ({ terms }) => terms.quoteCurrency],
  ['price_precision', 'smallint', ({ terms }) => terms.pricePrecision],
  ['units_per_lot', 'integer', ({ terms }) => terms.unitsPerLot],
  ['lot_step', 'bigint', ({ terms }) => terms.lotStep],
  ['least_lots', 'bigint', ({ terms }) => terms.leastLots],
  ['margin_mode', 'text', ({ terms }) => terms.marginMode],
  ['fee_mode', 'text', ({ terms }) => terms.feeMode],
  ['fee_per_lot', 'bigint', ({ terms }) => terms.feePerLot],
  ['fee_share', 'bigint', ({ terms }) => terms.feeShare],
  ['asked_price', 'bigint', ({ askedPrice }) => askedPrice],
  ['open_price', 'bigint', ({ openPrice }) => openPrice],
  ['margin', 'bigint', ({ margin }) => margin],
  ['fee', 'bigint', ({ fee }) => fee],
  ['stop_loss', 'bigint', ({ stopLoss }) => stopLoss],
  ['take_profit', 'bigint', ({ takeProfit }) => takeProfit],
  ['close_price', 'bigint', ({ closePrice }) => closePrice],
  ['profit', 'bigint', ({ profit }) => profit],
  ['end_cause', 'text', ({ endCause }) => endCause],
  ['parent_id', 'bigint', ({ parentId }) => parentId],
  ['amended_from', 'bigint', ({ amendedFrom }) => amendedFrom],
  ['placed', 'jsonb', ({ placed }, { receipt }) => receipt(placed)],
  ['opened', 'jsonb', ({ opened }, { receipt }) => receipt(opened)],
  ['ended', 'jsonb', ({ ended }, { receipt }) => receipt(ended)],
  ['placed_at', 'timestamptz', ({ placedAtMs }) => timestampText(placedAtMs)],
  ['opened_at', 'timestamptz', ({ openedAtMs }) => timestampText(openedAtMs)],
  ['ended_at', 'timestamptz', ({ endedAtMs }) => timestampText(endedAtMs)],
]

/** What to read of the table for `orderOfRow`. */
export const orderColumns = columnNames(orderColumnList)

export type OrderRow = {
  readonly id: number
  readonly user_id: number
  readonly market_id: number
  readonly side: Order['side']
  readonly kind: Order['kind']
  readonly status: Order['status']
  readonly lots: number
  readonly leverage: number
  readonly quote_currency: string
  readonly price_precision: number
  readonly units_per_lot: number
  readonly lot_step: number
  readonly least_lots: number
  readonly margin_mode: OrderTerms['marginMode']
  readonly fee_mode: OrderTerms['feeMode']
  readonly fee_per_lot: number
  readonly fee_share: number
  readonly asked_price: number | null
  readonly open_price: number
  readonly margin: number
  readonly fee: number
  readonly stop_loss: number | null
  readonly take_profit: number | null
  readonly close_price: number | null
  readonly profit: number | null
  readonly end_cause: Order['endCause']
  readonly parent_id: number | null
  readonly amended_from: number | null
  readonly placed: Receipt
  readonly opened: Receipt | null
  readonly ended: Receipt | null
  readonly placed_at: Date
  readonly opened_at: Date | null
  readonly ended_at: Date | null
}

/** The order as it was written, to the last field. */
export function orderOfRow(row: OrderRow): Order {
  return {
    id: row.id,
    userId: row.user_id,
    marketId: row.market_id,
    side: row.side,
    kind: row.kind,
    status: row.status,
    lots: lots(row.lots),
    leverage: row.leverage,
    terms: termsOf(row),
    askedPrice: orNull(row.asked_price, price),
    openPrice: price(row.open_price),
    margin: micros(row.margin),
    fee: micros(row.fee),
    stopLoss: orNull(row.stop_loss, price),
    takeProfit: orNull(row.take_profit, price),
    closePrice: orNull(row.close_price, price),
    profit: orNull(row.profit, micros),
    endCause: row.end_cause,
    parentId: row.parent_id,
    amendedFrom: row.amended_from,
    placed: row.placed,
    opened: row.opened,
    ended: row.ended,
    placedAtMs: row.placed_at.getTime(),
    openedAtMs: orNull(row.opened_at, (at) => at.getTime()),
    endedAtMs: orNull(row.ended_at, (at) => at.getTime()),
  }
}

function termsOf(row: OrderRow): OrderTerms {
  return {
    quoteCurrency: row.quote_currency,
    pricePrecision: row.price_precision,
    unitsPerLot: row.units_per_lot,
    lotStep: lots(row.lot_step),
    leastLots: lots(row.least_lots),
    marginMode: row.margin_mode,
    feePerLot: micros(row.fee_per_lot),
    feeShare: rate(row.fee_share),
    feeMode: row.fee_mode,
  }
}

function orNull<Value, Result>(value: Value | null, turn: (value: Value) => Result): Result | null {
  return value === null ? null : turn(value)
}
