import type { Lots, Micros, Price } from '#core/money/amounts.ts'
import type { Order, OrderKind, OrderStatus, OrderTerms, Side } from '#core/order/order.ts'
import {
  createReceiptPacking,
  isSameReceipt,
  numberAt,
  orNull,
  receiptNumbers,
} from '#server/engine/state/packed-receipt.ts'

// A standing order as numbers, one after the other. What is not there is NaN, which nothing else ever is. Few terms are
// ever different from each other, so that an order holds the number of its own among them.

const ownNumbers = 17
export const slotNumbers = ownNumbers + 2 * receiptNumbers

const placedAt = ownNumbers
const openedAt = ownNumbers + receiptNumbers

type OrderPacking = {
  readonly pack: (order: Order, into: Float64Array, first: number) => void
  readonly unpack: (from: Float64Array, first: number) => Order
}

export function createOrderPacking(): OrderPacking {
  const terms = createInterned(nameOfTerms)
  const receipts = createReceiptPacking()
  return {
    pack(order, into, first) {
      packOwn(order, terms.numberOf(order.terms), into, first)
      receipts.pack(order.placed, into, first + placedAt)
      receipts.pack(order.opened, into, first + openedAt)
    },
    unpack(from, first) {
      const marketId = numberAt(from, first + 2)
      const placed = receipts.unpack(from, first + placedAt, marketId)
      if (placed === null) throw new Error('an order was placed on something')
      const isAtOnce = isSameReceipt(from, first + placedAt, first + openedAt)
      const opened = isAtOnce ? placed : receipts.unpack(from, first + openedAt, marketId)
      return unpackOwn(from, first, { terms: terms.at(numberAt(from, first + 6)), placed, opened })
    },
  }
}

function nameOfTerms(of: OrderTerms): string {
  const modes = `${of.marginMode} ${of.feeMode}`
  const sizes = `${of.pricePrecision} ${of.unitsPerLot} ${of.lotStep} ${of.leastLots}`
  return `${of.quoteCurrency} ${modes} ${sizes} ${of.feePerLot} ${of.feeShare}`
}

/** Whether it can be told from its numbers alone: nothing of it is over, and its receipts say no more than usual. */
export function isPackable(order: Order): boolean {
  const isStanding = order.endedAtMs === null && order.endCause === null && order.ended === null
  return (
    isStanding &&
    order.closePrice === null &&
    order.profit === null &&
    isPlain(order, order.placed) &&
    (order.opened === null || isPlain(order, order.opened))
  )
}

function isPlain({ marketId }: Order, { quote, account }: Order['placed']): boolean {
  return account === null && (quote === null || quote.marketId === marketId)
}

function packOwn(order: Order, terms: number, into: Float64Array, first: number): void {
  into[first] = order.id
  into[first + 1] = order.userId
  into[first + 2] = order.marketId
  into[first + 3] = codeOf(order)
  into[first + 4] = order.lots
  into[first + 5] = order.leverage
  into[first + 6] = terms
  into[first + 7] = order.askedPrice ?? Number.NaN
  into[first + 8] = order.openPrice
  into[first + 9] = order.margin
  into[first + 10] = order.fee
  into[first + 11] = order.stopLoss ?? Number.NaN
  into[first + 12] = order.takeProfit ?? Number.NaN
  into[first + 13] = order.parentId ?? Number.NaN
  into[first + 14] = order.placedAtMs
  into[first + 15] = order.openedAtMs ?? Number.NaN
  into[first + 16] = order.amendedFrom ?? Number.NaN
}

type Unpacked = Pick<Order, 'terms' | 'placed' | 'opened'>

function unpackOwn(from: Float64Array, first: number, { terms, placed, opened }: Unpacked): Order {
  const code = numberAt(from, first + 3)
  return {
    id: numberAt(from, first),
    userId: numberAt(from, first + 1),
    marketId: numberAt(from, first + 2),
    side: sideOf(code),
    kind: kindOf(code),
    status: statusOf(code),
    lots: numberAt(from, first + 4) as Lots,
    leverage: numberAt(from, first + 5),
    terms,
    askedPrice: orNull(numberAt(from, first + 7)) as Price | null,
    openPrice: numberAt(from, first + 8) as Price,
    margin: numberAt(from, first + 9) as Micros,
    fee: numberAt(from, first + 10) as Micros,
    stopLoss: orNull(numberAt(from, first + 11)) as Price | null,
    takeProfit: orNull(numberAt(from, first + 12)) as Price | null,
    closePrice: null,
    profit: null,
    endCause: null,
    parentId: orNull(numberAt(from, first + 13)),
    amendedFrom: orNull(numberAt(from, first + 16)),
    placed,
    opened,
    ended: null,
    placedAtMs: numberAt(from, first + 14),
    openedAtMs: orNull(numberAt(from, first + 15)),
    endedAtMs: null,
  }
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

/** Values of which there are few, each by a number of its own. It only ever grows, by values that nobody had yet. */
type Interned<Value> = {
  readonly numberOf: (value: Value) => number
  readonly at: (number: number) => Value
}

/** Values with the same name are the same. One that was seen before is known again without its name. */
function createInterned<Value extends WeakKey>(nameOf: (value: Value) => string): Interned<Value> {
  const numbers = new Map<string, number>()
  const seen = new WeakMap<Value, number>()
  const values: Value[] = []

  function numberByName(value: Value): number {
    const name = nameOf(value)
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, values.length)
    return values.push(value) - 1
  }
  return {
    numberOf(value) {
      const known = seen.get(value)
      if (known !== undefined) return known
      const number = numberByName(value)
      seen.set(value, number)
      return number
    },
    at(number) {
      const value = values[number]
      if (value === undefined) throw new RangeError(`nothing has the number ${number}`)
      return value
    },
  }
}
