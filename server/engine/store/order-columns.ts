// The columns of an order: how they are written, and how an order is read from a driver row or a COPY row.
import { lots, micros, price, rate } from '#core/money/amounts.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'
import {
  activeFields,
  type FieldName,
  orderFields,
  positionsOf,
  termsFields,
} from '#server/engine/order-fields.ts'
import { type Column, columnNames, timestampText } from '#server/engine/store/column.ts'
import type { CopyRow } from '#server/engine/store/copy-store.ts'

type Fields = typeof orderFields

export const orderColumnList: readonly Column<Order>[] = Object.values(orderFields).map(columnOf)

export const orderColumns = columnNames(orderColumnList)

function columnOf([name, type, read]: Fields[FieldName]): Column<Order> {
  if (type === 'jsonb') return [name, type, (order, { receipt }) => receipt(read(order))]
  if (type === 'timestamptz') return [name, type, (order) => timestampText(read(order))]
  return [name, type, read]
}

/** A row of `orderColumns` as the driver returns it. */
export type OrderRow = { readonly [Name in FieldName as Fields[Name][0]]: RowValue<Fields[Name]> }

type RowValue<Field> = Field extends readonly [string, infer Type, (order: Order) => infer Value]
  ? Type extends 'timestamptz'
    ? Date | Extract<Value, null>
    : Type extends 'text' | 'jsonb'
      ? Value
      : number | Extract<Value, null>
  : never

/** Returns an order that equals the written one in every field. */
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
    terms: termsOfRow(row),
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

function termsOfRow(row: OrderRow): OrderTerms {
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

function orNull<Value, Result>(value: Value | null, convert: (value: Value) => Result): Result | null {
  return value === null ? null : convert(value)
}

const copied = { ...activeFields, ...termsFields }
const termsNames = Object.keys(termsFields) as (keyof OrderTerms)[]
const at = positionsOf(Object.keys(copied) as (keyof typeof copied)[])
const firstOfTerms = Math.min(...termsNames.map((name) => at[name]))
const lastOfTerms = Math.max(...termsNames.map((name) => at[name]))

/**
 * The columns of an active order for COPY, without those of its end. A market order has one receipt for its placement
 * and its opening, as a constraint of the table ensures. That receipt is sent once.
 */
export const copiedOrderColumns = Object.values(copied)
  .map(([name]) => (name === 'opened' ? `case when kind = 'market' then null else opened end` : name))
  .join(', ')

/** Reads active orders from COPY rows. Equal terms are read once and shared. */
export function createOrderReader(): (row: CopyRow) => Order {
  const termsByBytes = new Map<string, OrderTerms>()
  function termsOf(row: CopyRow): OrderTerms {
    const bytes = row.raw(firstOfTerms, lastOfTerms)
    const terms = termsByBytes.get(bytes) ?? readTerms(row)
    if (termsByBytes.size < maxTerms) termsByBytes.set(bytes, terms)
    return terms
  }
  return (row) => readOrder(row, termsOf(row))
}

/** Far more than there are combinations of markets and fee modes. */
const maxTerms = 10_000

function readOrder(row: CopyRow, terms: OrderTerms): Order {
  const status = row.text(at.status) as Order['status']
  const placed = row.json(at.placed) as Receipt
  return {
    id: row.bigint(at.id),
    userId: row.bigint(at.userId),
    marketId: row.integer(at.marketId),
    side: row.text(at.side) as Order['side'],
    kind: row.text(at.kind) as Order['kind'],
    status,
    lots: lots(row.bigint(at.lots)),
    leverage: row.integer(at.leverage),
    terms,
    askedPrice: row.isNull(at.askedPrice) ? null : price(row.bigint(at.askedPrice)),
    openPrice: price(row.bigint(at.openPrice)),
    margin: micros(row.bigint(at.margin)),
    fee: micros(row.bigint(at.fee)),
    stopLoss: row.isNull(at.stopLoss) ? null : price(row.bigint(at.stopLoss)),
    takeProfit: row.isNull(at.takeProfit) ? null : price(row.bigint(at.takeProfit)),
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: row.isNull(at.parentId) ? null : row.bigint(at.parentId),
    amendedFrom: row.isNull(at.amendedFrom) ? null : row.bigint(at.amendedFrom),
    placed,
    opened: status === 'open' ? readOpened(row, placed) : null,
    ended: null,
    placedAtMs: row.timeMs(at.placedAtMs),
    openedAtMs: row.isNull(at.openedAtMs) ? null : row.timeMs(at.openedAtMs),
    endedAtMs: null,
  }
}

function readOpened(row: CopyRow, placed: Receipt): Receipt {
  return row.isNull(at.opened) ? placed : (row.json(at.opened) as Receipt)
}

function readTerms(row: CopyRow): OrderTerms {
  return {
    quoteCurrency: row.text(at.quoteCurrency),
    pricePrecision: row.smallint(at.pricePrecision),
    unitsPerLot: row.integer(at.unitsPerLot),
    lotStep: lots(row.bigint(at.lotStep)),
    leastLots: lots(row.bigint(at.leastLots)),
    marginMode: row.text(at.marginMode) as OrderTerms['marginMode'],
    feePerLot: micros(row.bigint(at.feePerLot)),
    feeShare: rate(row.bigint(at.feeShare)),
    feeMode: row.text(at.feeMode) as OrderTerms['feeMode'],
  }
}
