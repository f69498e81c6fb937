import type { AccountWatch } from '#server/portfolio/portfolio.ts'

type Funds = AccountWatch['funds']
type OrderRow = AccountWatch['orders'][number]

/** Whether whoever is told the one need not be told the other: they differ in nothing but the state of prices they are of. */
export function isSameAccount(one: AccountWatch, other: AccountWatch): boolean {
  return (
    isSameFunds(one.funds, other.funds) &&
    isSameNotice(one.notice, other.notice) &&
    areSameOrders(one.orders, other.orders)
  )
}

function isSameFunds(one: Funds, other: Funds): boolean {
  return (
    one.profit === other.profit &&
    one.midNetValue === other.midNetValue &&
    one.balance === other.balance &&
    one.netValue === other.netValue &&
    one.usedMargin === other.usedMargin &&
    one.available === other.available &&
    one.riskRate === other.riskRate &&
    one.marginRatio === other.marginRatio &&
    one.locked === other.locked &&
    one.ordersMark === other.ordersMark
  )
}

function isSameNotice(one: AccountWatch['notice'], other: AccountWatch['notice']): boolean {
  if (one === null || other === null) return one === other
  return one.id === other.id && one.riskRate === other.riskRate && one.atMs === other.atMs
}

function areSameOrders(ones: readonly OrderRow[], others: readonly OrderRow[]): boolean {
  if (ones === others) return true
  return ones.length === others.length && ones.every((one, at) => isSameOrder(one, others[at]))
}

function isSameOrder(one: OrderRow, other: OrderRow | undefined): boolean {
  if (other === undefined) return false
  return one.order.id === other.order.id && one.closing === other.closing && one.profit === other.profit
}
