// Accounts and orders as statements find them: joined, so that one row may hold both.
import { type Micros, micros } from '#core/money/micros.ts'
import type { Order } from '#core/order/order.ts'
import { orderOfRow } from '#server/engine/engine.ts'

/** Somebody's money and what they have standing. */
export type StoredAccount = {
  readonly cash: Micros
  readonly locked: Micros
  /** Newest first. The engine keeps them to a few hundred. */
  readonly open: readonly Order[]
  readonly pending: readonly Order[]
}

export type MoneyColumns = { readonly cash: number; readonly locked: number }

type OrderRow = Parameters<typeof orderOfRow>[0]

/** Where there is nothing to join, a row stands alone. */
export type Joined<Columns, Row = OrderRow> = Columns & (Row | { readonly id: null })

/** Whatever is over is left out of it. Somebody without a trading account has nothing, as yet. */
export function storedAccountOf(money: MoneyColumns | undefined, orders: readonly Order[]): StoredAccount {
  return {
    cash: micros(money?.cash ?? 0),
    locked: micros(money?.locked ?? 0),
    open: orders.filter(({ status }) => status === 'open'),
    pending: orders.filter(({ status }) => status === 'pending'),
  }
}

export function ordersOf(rows: readonly (OrderRow | { readonly id: null })[]): readonly Order[] {
  return present<OrderRow>(rows).map(orderOfRow)
}

export function present<Row extends { readonly id: number }>(
  rows: readonly (Row | { readonly id: null })[],
): readonly Row[] {
  return rows.filter((row): row is Row => row.id !== null)
}
