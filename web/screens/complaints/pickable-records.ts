import type { Call } from '#browser/calls/call-request.ts'
import type { ChargeRecord, DrawRecord } from '#contract/calls/funds.ts'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import { figureText } from '#ui/figure-format.ts'
import { readDeposits, readWithdrawals } from '#web/calls/funds.ts'
import { readOrders } from '#web/calls/trading.ts'
import { shortDecimal, usdDecimal } from '#web/parts/funds/amount-text.ts'
import type { Page } from '#web/parts/lists/paged-list.ts'
import type { PickedRecord } from '#web/screens/complaints/complaint-draft.ts'

const orderStatuses = { open: 1, pending: 0, history: 3 } as const
const depositTypes = { coin_deposits: 0, bank_deposits: 1 } as const
const withdrawalTypes = { coin_withdrawals: 1, bank_withdrawals: 2 } as const

type OrderList = keyof typeof orderStatuses
type DepositList = keyof typeof depositTypes
type WithdrawalList = keyof typeof withdrawalTypes
export type RecordList = OrderList | DepositList | WithdrawalList

const orderLists = ['history', 'open', 'pending'] as const satisfies readonly RecordList[]
const fundsLists = [
  'coin_deposits',
  'bank_deposits',
  'coin_withdrawals',
  'bank_withdrawals',
] as const satisfies readonly RecordList[]

/** A demo account has no deposits and withdrawals. */
export function recordLists(isDemo: boolean): readonly RecordList[] {
  return isDemo ? orderLists : [...orderLists, ...fundsLists]
}

/** A record that can be picked, with the time it was placed or requested. */
export type PickableRecord = PickedRecord & { readonly at: string }

/** One page of a list, newest first. */
export async function readRecords(
  call: Call,
  list: RecordList,
  page: number,
  signal: AbortSignal,
): Promise<Page<PickableRecord>> {
  if (isOrders(list)) {
    const { data, total } = await readOrders(call, { status: orderStatuses[list], page }, { signal })
    return { data: data.map(orderRecord), total }
  }
  if (isDeposits(list)) {
    const { data, total } = await readDeposits(call, { type: depositTypes[list], page }, signal)
    return { data: data.map(depositRecord), total }
  }
  const { data, total } = await readWithdrawals(call, { type: withdrawalTypes[list], page }, signal)
  return { data: data.map(withdrawalRecord), total }
}

const isOrders = (list: RecordList): list is OrderList => list in orderStatuses
const isDeposits = (list: RecordList): list is DepositList => list in depositTypes

function orderRecord(wire: OrderFields): PickableRecord {
  const { id, market, lots, placedAt } = orderFromWire(wire)
  return { kind: 'order', id, note: `${market.showCode} ${figureText(lots)}`, at: placedAt }
}

function depositRecord({ id, number, currency_code, created_at }: ChargeRecord): PickableRecord {
  const note = `${figureText(shortDecimal(number))} ${currency_code}`
  return { kind: 'deposit', id, note, at: created_at }
}

function withdrawalRecord({ id, number, created_at }: DrawRecord): PickableRecord {
  return { kind: 'withdrawal', id, note: `${figureText(usdDecimal(number))} USD`, at: created_at }
}
