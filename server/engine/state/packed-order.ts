// An active order as consecutive numbers. NaN stands for null. Orders share few distinct terms, so each holds only the
// index of its terms.
import type { Lots, Micros, Price } from '#core/money/amounts.ts'
import type { Order, OrderKind, OrderStatus, OrderTerms, Side } from '#core/order/order.ts'
import { activeFields, positionsOf, termsFields } from '#server/engine/order-fields.ts'
import {
  createReceiptPacking,
  isSameReceipt,
  numberAt,
  orNull,
  receiptNumbers,
} from '#server/engine/state/packed-receipt.ts'

type NumberField = Exclude<keyof typeof activeFields, 'side' | 'kind' | 'status' | 'placed' | 'opened'>

const numberFields = Object.entries(activeFields)
  .filter(([, [, type]]) => type !== 'text' && type !== 'jsonb')
  .map(([name]) => name as NumberField)

/** `code` combines side, kind and status. */
const offsets = positionsOf([...numberFields, 'code', 'terms', 'placed'])

/** Offsets from the first number of an order. Constants, because reading properties would slow the functions below. */
export const { id: idAt, userId: userIdAt } = offsets
const {
  marketId: marketIdAt,
  lots: lotsAt,
  leverage: leverageAt,
  askedPrice: askedPriceAt,
  openPrice: openPriceAt,
  margin: marginAt,
  fee: feeAt,
  stopLoss: stopLossAt,
  takeProfit: takeProfitAt,
  parentId: parentIdAt,
  amendedFrom: amendedFromAt,
  placedAtMs: placedMsAt,
  openedAtMs: openedMsAt,
  code: codeAt,
  terms: termsAt,
  placed: placedAt,
} = offsets
const openedAt = placedAt + receiptNumbers
export const numbersPerOrder = openedAt + receiptNumbers

type OrderPacking = {
  readonly pack: (order: Order, into: Float64Array, first: number) => void
  readonly unpack: (from: Float64Array, first: number) => Order
}

export function createOrderPacking(): OrderPacking {
  const terms = createInternTable(nameOfTerms)
  const receipts = createReceiptPacking()
  return {
    pack(order, into, first) {
      packNumbers(order, into, first)
      into[first + codeAt] = codeOf(order)
      into[first + termsAt] = terms.indexOf(order.terms)
      receipts.pack(order.placed, into, first + placedAt)
      receipts.pack(order.opened, into, first + openedAt)
    },
    unpack(from, first) {
      const marketId = numberAt(from, first + marketIdAt)
      const placed = receipts.unpack(from, first + placedAt, marketId)
      if (placed === null) throw new Error('a packed order has no placing receipt')
      const isShared = isSameReceipt(from, first + placedAt, first + openedAt)
      const opened = isShared ? placed : receipts.unpack(from, first + openedAt, marketId)
      return unpackNumbers(from, first, {
        terms: terms.at(numberAt(from, first + termsAt)),
        placed,
        opened,
      })
    },
  }
}

/** Written out, because a loop over the fields would take twice as long. */
function packNumbers(order: Order, into: Float64Array, first: number): void {
  into[first + idAt] = order.id
  into[first + userIdAt] = order.userId
  into[first + marketIdAt] = order.marketId
  into[first + lotsAt] = order.lots
  into[first + leverageAt] = order.leverage
  into[first + askedPriceAt] = order.askedPrice ?? Number.NaN
  into[first + openPriceAt] = order.openPrice
  into[first + marginAt] = order.margin
  into[first + feeAt] = order.fee
  into[first + stopLossAt] = order.stopLoss ?? Number.NaN
  into[first + takeProfitAt] = order.takeProfit ?? Number.NaN
  into[first + parentIdAt] = order.parentId ?? Number.NaN
  into[first + amendedFromAt] = order.amendedFrom ?? Number.NaN
  into[first + placedMsAt] = order.placedAtMs
  into[first + openedMsAt] = order.openedAtMs ?? Number.NaN
}

type Unpacked = Pick<Order, 'terms' | 'placed' | 'opened'>

function unpackNumbers(from: Float64Array, first: number, { terms, placed, opened }: Unpacked): Order {
  const code = numberAt(from, first + codeAt)
  return {
    id: numberAt(from, first + idAt),
    userId: numberAt(from, first + userIdAt),
    marketId: numberAt(from, first + marketIdAt),
    side: sideOf(code),
    kind: kindOf(code),
    status: statusOf(code),
    lots: numberAt(from, first + lotsAt) as Lots,
    leverage: numberAt(from, first + leverageAt),
    terms,
    askedPrice: orNull(numberAt(from, first + askedPriceAt)) as Price | null,
    openPrice: numberAt(from, first + openPriceAt) as Price,
    margin: numberAt(from, first + marginAt) as Micros,
    fee: numberAt(from, first + feeAt) as Micros,
    stopLoss: orNull(numberAt(from, first + stopLossAt)) as Price | null,
    takeProfit: orNull(numberAt(from, first + takeProfitAt)) as Price | null,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: orNull(numberAt(from, first + parentIdAt)),
    amendedFrom: orNull(numberAt(from, first + amendedFromAt)),
    placed,
    opened,
    ended: null,
    placedAtMs: numberAt(from, first + placedMsAt),
    openedAtMs: orNull(numberAt(from, first + openedMsAt)),
    endedAtMs: null,
  }
}

/** Whether the numbers describe the order completely: it has not ended, and its receipts are of the usual form. */
export function isPackable(order: Order): boolean {
  const isActive = order.endedAtMs === null && order.endCause === null && order.ended === null
  return (
    isActive &&
    order.closePrice === null &&
    order.profit === null &&
    isUsual(order, order.placed) &&
    (order.opened === null || isUsual(order, order.opened))
  )
}

function isUsual({ marketId }: Order, { quote, account }: Order['placed']): boolean {
  return account === null && (quote === null || quote.marketId === marketId)
}

const kinds: readonly OrderKind[] = ['market', 'limit', 'stop']
const statuses: readonly OrderStatus[] = ['pending', 'open', 'cancelled', 'closed']

function codeOf({ side, kind, status }: Order): number {
  return (side === 'buy' ? 0 : 1) + 2 * kinds.indexOf(kind) + 8 * statuses.indexOf(status)
}

function sideOf(code: number): Side {
  return (code & 1) === 0 ? 'buy' : 'sell'
}

function kindOf(code: number): OrderKind {
  return kinds[(code >> 1) & 3] ?? 'market'
}

function statusOf(code: number): OrderStatus {
  return statuses[code >> 3] ?? 'open'
}

const termsNames = Object.keys(termsFields) as (keyof OrderTerms)[]

function nameOfTerms(terms: OrderTerms): string {
  return termsNames.map((name) => terms[name]).join(' ')
}

/** A table of few distinct values, each with an index. Values are never removed. */
type InternTable<Value> = {
  readonly indexOf: (value: Value) => number
  readonly at: (index: number) => Value
}

/** Values with the same name are equal. The name is computed once for each object. */
function createInternTable<Value extends WeakKey>(nameOf: (value: Value) => string): InternTable<Value> {
  const indexByName = new Map<string, number>()
  const indexByObject = new WeakMap<Value, number>()
  const values: Value[] = []

  function findByName(value: Value): number {
    const name = nameOf(value)
    const known = indexByName.get(name)
    if (known !== undefined) return known
    indexByName.set(name, values.length)
    return values.push(value) - 1
  }
  return {
    indexOf(value) {
      const known = indexByObject.get(value)
      if (known !== undefined) return known
      const index = findByName(value)
      indexByObject.set(value, index)
      return index
    },
    at(index) {
      const value = values[index]
      if (value === undefined) throw new RangeError(`no value has the index ${index}`)
      return value
    },
  }
}
