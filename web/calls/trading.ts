import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type {
  AmendOrderInput,
  CloseAnswer,
  CloseInput,
  CloseManyAnswer,
  CloseManyInput,
  MyDealAnswer,
  MyDealInput,
  OutcomeAnswer,
  OutcomeInput,
  ReverseAnswer,
  ReverseInput,
  SetStopPriceInput,
  SubmitInput,
} from '#contract/calls/trading.ts'

type ActionInputs = {
  readonly place: SubmitInput
  readonly close: CloseInput
  readonly close_many: CloseManyInput
  readonly reverse: ReverseInput
  readonly amend: AmendOrderInput
  readonly stops: SetStopPriceInput
  readonly cancel: { readonly id: number }
  /** Resets a demo account, which ends every order. */
  readonly reset: Readonly<Record<string, never>>
}

type ActionAnswers = {
  readonly place: DecidedOrderFields
  readonly close: CloseAnswer
  readonly close_many: CloseManyAnswer
  readonly reverse: ReverseAnswer
  readonly amend: DecidedOrderFields
  readonly stops: DecidedOrderFields
  readonly cancel: DecidedOrderFields
  readonly reset: unknown
}

export type TradeActionKind = keyof ActionInputs

/** A request that changes orders, with its input as it is sent. */
export type TradeAction = {
  [Kind in TradeActionKind]: { readonly kind: Kind; readonly input: ActionInputs[Kind] }
}[TradeActionKind]

/** The server's answer to an executed action. */
export type CompletedAction = {
  [Kind in TradeActionKind]: { readonly kind: Kind; readonly answer: ActionAnswers[Kind] }
}[TradeActionKind]

/** Sends an action under an idempotency key. Only `web/trade-actions` calls it, once per key. */
export function sendTradeAction(
  call: Call,
  action: TradeAction,
  options: Pick<CallRequest, 'key' | 'signal' | 'quiet'>,
): Promise<unknown> {
  return call({
    ...options,
    path: tradeActionPaths[action.kind],
    verb: 'POST',
    changes: true,
    input: inputOf(action),
  })
}

/**
 * The outcome of an action whose answer was lost, by the action's idempotency key. Safe to repeat. Quiet: the screen of
 * the action shows the progress.
 */
export function readOutcome(
  call: Call,
  input: OutcomeInput,
  signal: AbortSignal | undefined,
): Promise<OutcomeAnswer> {
  return call({ path: '/v1/api/forex/outcome', verb: 'POST', quiet: true, input, signal })
}

export const tradeActionPaths: Readonly<Record<TradeActionKind, string>> = {
  place: '/v1/api/forex/submit',
  close: '/v1/api/forex/close',
  close_many: '/v1/api/forex/close_many',
  reverse: '/v1/api/forex/reverse',
  amend: '/v1/api/forex/amend_order',
  stops: '/v1/api/forex/set_stop_price',
  cancel: '/v1/api/forex/cancel_trade',
  reset: '/v1/api/main/user/resetForexDemoAccount',
}

function inputOf({ kind, input }: TradeAction) {
  return kind === 'close_many' ? { ...input, ids: String(input.ids) } : input
}

/** One page of the user's orders. Quiet, like every list. */
export function readOrders(
  call: Call,
  input: Partial<MyDealInput>,
  { signal, background = false }: { readonly signal?: AbortSignal; readonly background?: boolean } = {},
): Promise<MyDealAnswer> {
  return call({ path: '/v1/api/forex/my_deal', verb: 'GET', input, quiet: true, background, signal })
}
