import type { Effects } from '#core/decision/decision.ts'
import type { Transfer } from '#core/ledger/transfer.ts'
import type { Order } from '#core/order/order.ts'
import type { Receipt, ReceiptQuote } from '#core/order/receipt.ts'
import { hasSamePlainFields } from '#server/engine/engine.ts'

/** Path and values of the first difference between two values. */
export type Difference = { readonly path: string; readonly expected: unknown; readonly found: unknown }

type Fields = Readonly<Record<string, unknown>>

/**
 * Compares values as JSON would store them: undefined equals missing, and -0 equals 0. Returns undefined for equal
 * values. A verification spends most of its time here.
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
  return extraField(count, expected, found)
}

/** Called once all expected fields were found. If there are not exactly `count` keys, one of them may be extra. */
function extraField(count: number, expected: Fields, found: Fields): Difference | undefined {
  const keys = Object.keys(found)
  if (keys.length === count) return undefined
  const extra = keys.find(
    (key) => !(Object.hasOwn(expected, key) && expected[key] !== undefined) && found[key] !== undefined,
  )
  return extra === undefined ? undefined : { path: extra, expected: undefined, found: found[extra] }
}

/** First difference of each top-level field, for table rows. */
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

// Fast equality for the most frequent types. Field access by name is many times as fast as `firstDifference`, which
// then locates the difference.

export function areSameEffects(one: Effects, other: Effects): boolean {
  return (
    one.cash === other.cash &&
    one.locked === other.locked &&
    one.isWarned === other.isWarned &&
    areSameOrders(one.orders, other.orders) &&
    areEqualLists(one.transfers, other.transfers, isSameTransfer) &&
    haveFieldCount(one, other, 7) &&
    firstDifference(one.notice, other.notice) === undefined &&
    firstDifference(one.movement, other.movement) === undefined
  )
}

export function areSameOrders(ones: readonly Order[], others: readonly Order[]): boolean {
  return areEqualLists(ones, others, isSameOrder)
}

export function isSameOrder(one: Order, other: Order): boolean {
  return (
    hasSamePlainFields(one, other) &&
    isSameReceipt(one.placed, other.placed) &&
    isSameReceipt(one.opened, other.opened) &&
    isSameReceipt(one.ended, other.ended)
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
    haveFieldCount(one, other, 8) &&
    isSameQuote(one.quote, other.quote) &&
    firstDifference(one.account, other.account) === undefined
  )
}

function isSameQuote(one: ReceiptQuote | null, other: ReceiptQuote | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.marketId === other.marketId &&
    one.bid === other.bid &&
    one.ask === other.ask &&
    one.timeMs === other.timeMs &&
    one.seq === other.seq &&
    haveFieldCount(one, other, 5)
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
    haveFieldCount(one, other, 6)
  )
}

/** Detects fields that the comparison above does not read. */
function haveFieldCount(one: object, other: object, count: number): boolean {
  return Object.keys(one).length === count && Object.keys(other).length === count
}

function areEqualLists<Item>(
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
