// The single list of an order's stored fields. Derived from it: the columns to write and read, the layout of a packed
// order, and the comparison of two orders. A new field of an order does not compile until it has a line here.
import type { Order, OrderTerms } from '#core/order/order.ts'

type SqlType = 'smallint' | 'integer' | 'bigint' | 'text' | 'jsonb' | 'timestamptz'

/** Each field has a reader of its own, because a shared `order[name]` would be several times slower. */
type Field = readonly [column: string, type: SqlType, read: (order: Order) => string | number | object | null]

/** Null as long as the order is active. */
export type EndField = 'closePrice' | 'profit' | 'endCause' | 'ended' | 'endedAtMs'

type ActiveField = Exclude<keyof Order, EndField | 'terms'>

export const activeFields = {
  id: ['id', 'bigint', ({ id }) => id],
  userId: ['user_id', 'bigint', ({ userId }) => userId],
  marketId: ['market_id', 'integer', ({ marketId }) => marketId],
  side: ['side', 'text', ({ side }) => side],
  kind: ['kind', 'text', ({ kind }) => kind],
  status: ['status', 'text', ({ status }) => status],
  lots: ['lots', 'bigint', ({ lots }) => lots],
  leverage: ['leverage', 'integer', ({ leverage }) => leverage],
  askedPrice: ['asked_price', 'bigint', ({ askedPrice }) => askedPrice],
  openPrice: ['open_price', 'bigint', ({ openPrice }) => openPrice],
  margin: ['margin', 'bigint', ({ margin }) => margin],
  fee: ['fee', 'bigint', ({ fee }) => fee],
  stopLoss: ['stop_loss', 'bigint', ({ stopLoss }) => stopLoss],
  takeProfit: ['take_profit', 'bigint', ({ takeProfit }) => takeProfit],
  parentId: ['parent_id', 'bigint', ({ parentId }) => parentId],
  amendedFrom: ['amended_from', 'bigint', ({ amendedFrom }) => amendedFrom],
  placed: ['placed', 'jsonb', ({ placed }) => placed],
  opened: ['opened', 'jsonb', ({ opened }) => opened],
  placedAtMs: ['placed_at', 'timestamptz', ({ placedAtMs }) => placedAtMs],
  openedAtMs: ['opened_at', 'timestamptz', ({ openedAtMs }) => openedAtMs],
} as const satisfies Record<ActiveField, Field>

export const termsFields = {
  quoteCurrency: ['quote_currency', 'text', ({ terms }) => terms.quoteCurrency],
  pricePrecision: ['price_precision', 'smallint', ({ terms }) => terms.pricePrecision],
  unitsPerLot: ['units_per_lot', 'integer', ({ terms }) => terms.unitsPerLot],
  lotStep: ['lot_step', 'bigint', ({ terms }) => terms.lotStep],
  leastLots: ['least_lots', 'bigint', ({ terms }) => terms.leastLots],
  marginMode: ['margin_mode', 'text', ({ terms }) => terms.marginMode],
  feeMode: ['fee_mode', 'text', ({ terms }) => terms.feeMode],
  feePerLot: ['fee_per_lot', 'bigint', ({ terms }) => terms.feePerLot],
  feeShare: ['fee_share', 'bigint', ({ terms }) => terms.feeShare],
} as const satisfies Record<keyof OrderTerms, Field>

const endFields = {
  closePrice: ['close_price', 'bigint', ({ closePrice }) => closePrice],
  profit: ['profit', 'bigint', ({ profit }) => profit],
  endCause: ['end_cause', 'text', ({ endCause }) => endCause],
  ended: ['ended', 'jsonb', ({ ended }) => ended],
  endedAtMs: ['ended_at', 'timestamptz', ({ endedAtMs }) => endedAtMs],
} as const satisfies Record<EndField, Field>

/** All fields, in the order of the columns. An active order needs only those before the end fields. */
export const orderFields = { ...activeFields, ...termsFields, ...endFields }

export type FieldName = keyof typeof orderFields

/** The position of each name in a list. */
export function positionsOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, at) => [name, at])) as Record<Name, number>
}

type Reader = Field[2]

const plainReaders = readersOf({ ...activeFields, ...endFields })
const termsReaders = readersOf(termsFields)
const orderKeys = Object.keys(activeFields).length + Object.keys(endFields).length + 1
const termsKeys = termsReaders.length

function readersOf(fields: Readonly<Record<string, Field>>): readonly Reader[] {
  return Object.values(fields).flatMap(([, type, read]) => (type === 'jsonb' ? [] : [read]))
}

/** Compares everything but the receipts. A property that `orderFields` does not list counts as a difference. */
export function hasSamePlainFields(one: Order, other: Order): boolean {
  for (const read of plainReaders) if (read(one) !== read(other)) return false
  if (!hasKeys(one, orderKeys) || !hasKeys(other, orderKeys)) return false
  for (const read of termsReaders) if (read(one) !== read(other)) return false
  return hasKeys(one.terms, termsKeys) && hasKeys(other.terms, termsKeys)
}

function hasKeys(value: object, count: number): boolean {
  return Object.keys(value).length === count
}
