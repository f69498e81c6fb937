import { lots, micros, price, rate } from '#core/money/amounts.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'
import type { CopyRow } from '#server/engine/store/copy-store.ts'

/**
 * What is copied of an order that stands, in this order: it has no end yet. One at market was opened by what it was placed on,
 * which the table itself sees to, and which is not sent twice.
 */
export const copiedOrderColumns = `user_id, id, market_id, side, kind, status, lots, leverage,
  quote_currency, price_precision, units_per_lot, lot_step, least_lots, margin_mode, fee_mode, fee_per_lot, fee_share,
  asked_price, open_price, margin, fee, stop_loss, take_profit, parent_id,
  placed, case when kind = 'market' then null else opened end, placed_at, opened_at, amended_from`

const firstOfTerms = 8
const lastOfTerms = 16

/** Reads orders out of copied rows. Terms of which there are many alike are read once. */
export function createOrderReader(): (row: CopyRow) => Order {
  const known = new Map<string, OrderTerms>()
  function termsOf(row: CopyRow): OrderTerms {
    const name = row.raw(firstOfTerms, lastOfTerms)
    const found = known.get(name) ?? readTerms(row)
    if (known.size < mostKnown) known.set(name, found)
    return found
  }
  return (row) => readOrder(row, termsOf(row))
}

/** More than there are markets and ways to charge, by far. */
const mostKnown = 10_000

function readOrder(row: CopyRow, terms: OrderTerms): Order {
  const status = row.text(5) as Order['status']
  const placed = row.json(24) as Receipt
  return {
    id: row.bigint(1),
    userId: row.bigint(0),
    marketId: row.integer(2),
    side: row.text(3) as Order['side'],
    kind: row.text(4) as Order['kind'],
    status,
    lots: lots(row.bigint(6)),
    leverage: row.integer(7),
    terms,
    askedPrice: row.isNull(17) ? null : price(row.bigint(17)),
    openPrice: price(row.bigint(18)),
    margin: micros(row.bigint(19)),
    fee: micros(row.bigint(20)),
    stopLoss: row.isNull(21) ? null : price(row.bigint(21)),
    takeProfit: row.isNull(22) ? null : price(row.bigint(22)),
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: row.isNull(23) ? null : row.bigint(23),
    amendedFrom: row.isNull(28) ? null : row.bigint(28),
    placed,
    opened: status === 'open' ? openedBy(row, placed) : null,
    ended: null,
    placedAtMs: row.timeMs(26),
    openedAtMs: row.isNull(27) ? null : row.timeMs(27),
    endedAtMs: null,
  }
}

function openedBy(row: CopyRow, placed: Receipt): Receipt {
  return row.isNull(25) ? placed : (row.json(25) as Receipt)
}

function readTerms(row: CopyRow): OrderTerms {
  return {
    quoteCurrency: row.text(8),
    pricePrecision: row.smallint(9),
    unitsPerLot: row.integer(10),
    lotStep: lots(row.bigint(11)),
    leastLots: lots(row.bigint(12)),
    marginMode: row.text(13) as OrderTerms['marginMode'],
    feePerLot: micros(row.bigint(15)),
    feeShare: rate(row.bigint(16)),
    feeMode: row.text(14) as OrderTerms['feeMode'],
  }
}
