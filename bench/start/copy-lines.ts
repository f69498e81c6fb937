import type { Trader } from '#bench/ticks/population.ts'
import type { Order } from '#core/order/order.ts'
import { timestampText } from '#server/engine/store/column.ts'

// Rows in the text format of `copy … from stdin`. No value contains a tab, a line break or a backslash.

type Value = string | number | boolean | null

function line(values: readonly Value[]): string {
  return `${values.map((value) => value ?? '\\N').join('\t')}\n`
}

export const userColumns = 'id, uid, is_demo, demo_key, created_at'

export function userLine({ account }: Trader): string {
  const { userId } = account
  const key = `\\\\x${userId.toString(16).padStart(64, '0')}`
  return line([
    userId,
    String(20_000_000 + (userId % 10_000_000)),
    true,
    key,
    timestampText(account.openedAtMs),
  ])
}

export const accountColumns =
  'user_id, book, cash, locked, is_warned, opened_at, ended_orders, realised_profit, cash_entries'

export function accountLine({ account, orders }: Trader): string {
  const { userId, book, cash, locked, isWarned, openedAtMs } = account
  const entries = 1 + orders.filter(({ fee }) => fee > 0).length
  return line([userId, book, cash, locked, isWarned, timestampText(openedAtMs), 0, 0, entries])
}

export const orderColumns = `id, user_id, market_id, side, kind, status, lots, leverage, quote_currency, price_precision,
  units_per_lot, lot_step, least_lots, margin_mode, fee_mode, fee_per_lot, fee_share, asked_price, open_price, margin, fee,
  stop_loss, take_profit, placed, opened, placed_at, opened_at`

export function orderLine({ terms, ...order }: Order): string {
  const placed = JSON.stringify(order.placed)
  return line([
    ...[
      order.id,
      order.userId,
      order.marketId,
      order.side,
      order.kind,
      order.status,
      order.lots,
      order.leverage,
    ],
    ...[terms.quoteCurrency, terms.pricePrecision, terms.unitsPerLot, terms.lotStep, terms.leastLots],
    ...[terms.marginMode, terms.feeMode, terms.feePerLot, terms.feeShare],
    ...[order.askedPrice, order.openPrice, order.margin, order.fee, order.stopLoss, order.takeProfit],
    ...[placed, order.opened === null ? null : placed],
    ...[timestampText(order.placedAtMs), timestampText(order.openedAtMs)],
  ])
}

export const transferColumns =
  'id, user_id, book, source, destination, amount, type, reference, order_id, seq, created_at'

/** The first deposit and the fee of each order. The balance of the account is their sum. */
export function transferLines({ account, deposit, orders }: Trader, firstId: number): readonly string[] {
  const { userId, book, openedAtMs } = account
  const charged = orders.filter(({ fee }) => fee > 0)
  return [
    line([
      firstId,
      userId,
      book,
      'demo_credit',
      'cash',
      deposit,
      'demo',
      'demo_opening',
      null,
      0,
      timestampText(openedAtMs),
    ]),
    ...charged.map(({ id, fee, openedAtMs: atMs }, at) =>
      line([
        firstId + 1 + at,
        userId,
        book,
        'cash',
        'fees',
        fee,
        'fee',
        `order:${id}`,
        id,
        0,
        timestampText(atMs),
      ]),
    ),
  ]
}
