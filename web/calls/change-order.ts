import type { AmendOrderInput } from '#contract/calls/amend-order.ts'
import type { CloseAnswer, CloseInput } from '#contract/calls/close.ts'
import type { CloseManyAnswer, CloseManyInput } from '#contract/calls/close-many.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { ReverseAnswer, ReverseInput } from '#contract/calls/reverse.ts'
import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import type { SubmitInput } from '#contract/calls/submit.ts'
import type { Call, CallRequest } from '#web/calls/call-request.ts'

// What changes an order. Make them with `callUntilKnown`; a key is that of an earlier try of the same intent.

/** What goes along with a change. */
export type ChangeOptions = Pick<CallRequest, 'key' | 'isNewKey' | 'onDoubt' | 'signal' | 'quiet'>

export function placeOrder(
  call: Call,
  input: SubmitInput,
  options: ChangeOptions = {},
): Promise<DecidedOrderFields> {
  return call({ ...change, ...options, path: '/v1/api/forex/submit', input })
}

export function closeOrder(call: Call, input: CloseInput, options: ChangeOptions = {}): Promise<CloseAnswer> {
  return call({ ...change, ...options, path: '/v1/api/forex/close', input })
}

export function cancelOrder(
  call: Call,
  input: { readonly id: number },
  options: ChangeOptions = {},
): Promise<DecidedOrderFields> {
  return call({ ...change, ...options, path: '/v1/api/forex/cancel_trade', input })
}

/** Always states both: one that is left out or empty is removed. */
export function setStops(
  call: Call,
  input: SetStopPriceInput,
  options: ChangeOptions = {},
): Promise<DecidedOrderFields> {
  return call({ ...change, ...options, path: '/v1/api/forex/set_stop_price', input })
}

/** Each id is closed or refused by itself. */
export function closeOrders(
  call: Call,
  { ids, ...seen }: CloseManyInput,
  options: ChangeOptions = {},
): Promise<CloseManyAnswer> {
  const input = { ...seen, ids: typeof ids === 'string' ? ids : ids.join(',') }
  return call({ ...change, ...options, path: '/v1/api/forex/close_many', input })
}

/** Closes an order and opens the other side, or does neither. */
export function reverseOrder(
  call: Call,
  input: ReverseInput,
  options: ChangeOptions = {},
): Promise<ReverseAnswer> {
  return call({ ...change, ...options, path: '/v1/api/forex/reverse', input })
}

/** Cancels a pending order and places it again under a new id, or does neither. */
export function amendOrder(
  call: Call,
  input: AmendOrderInput,
  options: ChangeOptions = {},
): Promise<DecidedOrderFields> {
  return call({ ...change, ...options, path: '/v1/api/forex/amend_order', input })
}

const change = { verb: 'POST', changes: true } as const
