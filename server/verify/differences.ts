import type { Effects } from '#core/decision/decision.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Order, OrderTerms } from '#core/order/order.ts'
import type { Receipt } from '#core/order/receipt.ts'

/** Where two pieces of plain data differ first, and what stands there. */
export type Difference = { readonly path: string; readonly expected: unknown; readonly found: unknown }

type Fields = Readonly<Record<string, unknown>>

/**
 * Compares data as JSON keeps it: what is undefined is not there, and zero has no sign. Undefined when they are the
 * same. Most of the time a verification takes is spent here.
 */
export function firstDifference(expected: unknown, found: unknown): Difference | undefined {
  if (expected === found) return undefined
  if (!isObject(expected) || !isObject(found) || Array.isArray(expected) !== Array.isArray(found))
    return { path: '', expected, found }
  let count = 0
  for (const key of Object.keys(expected)) {
    const one = expected[key]
    const other = found[key]
    const inside = one === other ? undefined : firstDifference(one, other)
    if (inside !== undefined) return { ...inside, path: joined(key, inside.path) }
    if (one !== undefined) count += 1
  }
  return fieldTooMany(count, expected, found)
}

/** All that is expected is there; only where there are more fields than that can one be too many. */
function fieldTooMany(count: number, expected: Fields, found: Fields): Difference | undefined {
  const keys = Object.keys(found)
  if (keys.length === count) return undefined
  const extra = keys.find(
    (key) => !(Object.hasOwn(expected, key) && expected[key] !== undefined) && found[key] !== undefined,
  )
  return extra === undefined ? undefined : { path: extra, expected: undefined, found: found[extra] }
}

/** The first difference in each field of its own, for rows of a table. */
export function fieldDifferences(expected: object, found: object): readonly Difference[] {
  if (firstDifference(expected, found) === undefined) return []
  const [one, other] = [expected as Fields, found as Fields]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const inside = firstDifference(one[key], other[key])
    return inside === undefined ? [] : [{ ...inside, path: joined(key, inside.path) }]
  })
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function joined(key: string, path: string): string {
  return path === '' ? key : `${key}.${path}`
}

// The same as `firstDifference`, for what is compared most: every field by its name, which is many times as quick. Whoever
// is told "no" here asks there, which also knows where.

export function areSameEffects(one: Effects, other: Effects): boolean {
  return (
    one.cash === other.cash &&
    one.locked === other.locked &&
    one.isWarned === other.isWarned &&
    areSameOrders(one.orders, other.orders) &&
    areAll(one.transfers, other.transfers, isSameTransfer) &&
    hasSame(one, other, 7) &&
    firstDifference(one.notice, other.notice) === undefined &&
    firstDifference(one.movement, other.movement) === undefined
  )
}

export function areSameOrders(ones: readonly Order[], others: readonly Order[]): boolean {
  return areAll(ones, others, isSameOrder)
}

export function isSameOrder(one: Order, other: Order): boolean {
  return (
    one.id === other.id &&
    one.userId === other.userId &&
    one.marketId === other.marketId &&
    one.side === other.side &&
    one.kind === other.kind &&
    one.status === other.status &&
    one.lots === other.lots &&
    one.leverage === other.leverage &&
    one.askedPrice === other.askedPrice &&
    one.openPrice === other.openPrice &&
    one.margin === other.margin &&
    one.fee === other.fee &&
    one.stopLoss === other.stopLoss &&
    one.takeProfit === other.takeProfit &&
    one.closePrice === other.closePrice &&
    one.profit === other.profit &&
    one.endCause === other.endCause &&
    one.parentId === other.parentId &&
    one.amendedFrom === other.amendedFrom &&
    one.placedAtMs === other.placedAtMs &&
    one.openedAtMs === other.openedAtMs &&
    one.endedAtMs === other.endedAtMs &&
    hasSame(one, other, 26) &&
    areSameTerms(one.terms, other.terms) &&
    isSameReceipt(one.placed, other.placed) &&
    isSameReceipt(one.opened, other.opened) &&
    isSameReceipt(one.ended, other.ended)
  )
}

function areSameTerms(one: OrderTerms, other: OrderTerms): boolean {
  return (
    one.quoteCurrency === other.quoteCurrency &&
    one.pricePrecision === other.pricePrecision &&
    one.unitsPerLot === other.unitsPerLot &&
    one.lotStep === other.lotStep &&
    one.leastLots === other.leastLots &&
    one.marginMode === other.marginMode &&
    one.feePerLot === other.feePerLot &&
    one.feeShare === other.feeShare &&
    one.feeMode === other.feeMode &&
    hasSame(one, other, 9)
  )
}

function isSameReceipt(one: Receipt | null, other: Receipt | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.rule === other.rule &&
    one.feed === other.feed &&
    one.knownSeq === other.knownSeq &&
    one.rate === other.rate &&
    one.expected === other.expected &&
    one.slippage === other.slippage &&
    hasSame(one, other, 8) &&
    isSameQuote(one.quote, other.quote) &&
    firstDifference(one.account, other.account) === undefined
  )
}

function isSameQuote(one: Quote | null, other: Quote | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.marketId === other.marketId &&
    one.bid === other.bid &&
    one.ask === other.ask &&
    one.timeMs === other.timeMs &&
    one.seq === other.seq &&
    hasSame(one, other, 5)
  )
}

function isSameTransfer(one: Transfer, other: Transfer): boolean {
  return (
    one.source === other.source &&
    one.destination === other.destination &&
    one.amount === other.amount &&
    one.type === other.type &&
    one.reference === other.reference &&
    one.orderId === other.orderId &&
    hasSame(one, other, 6)
  )
}

/** Neither has a field that nobody looked at. */
function hasSame(one: object, other: object, count: number): boolean {
  return Object.keys(one).length === count && Object.keys(other).length === count
}

function areAll<Item>(
  ones: readonly Item[],
  others: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean {
  if (ones.length !== others.length) return false
  for (const [at, one] of ones.entries()) {
    const other = others[at]
    if (other === undefined || !isSame(one, other)) return false
  }
  return true
}
