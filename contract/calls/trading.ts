import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { fundsFields } from '#contract/calls/account.ts'
import {
  decidedOrderFields,
  decimalTextField,
  deviationField,
  lastSeenFields,
  orderFields,
  orderIdField,
  seenPriceField,
  stopLossField,
  takeProfitField,
} from '#contract/calls/order-fields.ts'
import { epochField, limitField, pageField } from '#contract/calls/shared-fields.ts'

export const submit = defineCall({
  name: 'submit',
  group: 'Trading',
  summary: 'Place a market order or a pending order',
  path: '/v1/api/forex/submit',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'adds',
  access: 'user',
  input: Type.Object({
    type: Type.Integer({ minimum: 1, maximum: 2, description: '1 buy, 2 sell' }),
    forex_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    status: Type.Integer({ minimum: 0, maximum: 1, description: '1 market order, 0 pending order' }),
    cont: decimalTextField('Lots'),
    multiple: Type.Optional(decimalTextField('One of the available leverages of the market')),
    target_price: Type.Optional(decimalTextField('Target price of a pending order')),
    stop_loss_price: stopLossField,
    target_profit_price: takeProfitField,
    price: seenPriceField,
    deviation: deviationField,
    ...lastSeenFields,
  }),
  answer: decidedOrderFields,
})

export type SubmitInput = InputOf<typeof submit>

/**
 * Cancels a pending order and places a new one in one decision. If the new order is refused, the old one stays pending.
 */
export const amendOrder = defineCall({
  name: 'amend_order',
  group: 'Trading',
  summary: 'Change the target, lots or stops of a pending order',
  path: '/v1/api/forex/amend_order',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'adds',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    target_price: decimalTextField('New target price'),
    cont: decimalTextField('Lots'),
    stop_loss_price: stopLossField,
    target_profit_price: takeProfitField,
    ...lastSeenFields,
  }),
  answer: decidedOrderFields,
})

export type AmendOrderInput = InputOf<typeof amendOrder>

export const cancelTrade = defineCall({
  name: 'cancel_trade',
  group: 'Trading',
  summary: 'Cancel a pending order',
  path: '/v1/api/forex/cancel_trade',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'reduces',
  access: 'user',
  input: Type.Object({ id: orderIdField }),
  answer: decidedOrderFields,
})

/** Sets both stops. A stop that is missing, zero or empty is removed. */
export const setStopPrice = defineCall({
  name: 'set_stop_price',
  group: 'Trading',
  summary: 'Set or remove the stop loss and take profit of an order',
  path: '/v1/api/forex/set_stop_price',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'reduces_without_stops',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    stop_loss_price: stopLossField,
    target_profit_price: takeProfitField,
    ...lastSeenFields,
  }),
  answer: decidedOrderFields,
})

export type SetStopPriceInput = InputOf<typeof setStopPrice>

/** Closes all or some lots of an open order. Answers with the closed part; the part still open is in `Rest`. */
export const close = defineCall({
  name: 'close',
  group: 'Trading',
  summary: 'Close an open order fully or partly',
  path: '/v1/api/forex/close',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'reduces',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    cont: Type.Optional(decimalTextField('Lots to close; all if missing or empty')),
    ...lastSeenFields,
  }),
  answer: Type.Object({
    ...decidedOrderFields.properties,
    Rest: Type.Union([orderFields, Type.Null()], {
      description: 'The part that is still open; null if none',
    }),
  }),
})

export type CloseAnswer = AnswerOf<typeof close>
export type CloseInput = InputOf<typeof close>

const maxClosedAtOnce = 500

/** Each order is closed or refused on its own. More than 20 are closed in several steps, each at its own prices. */
export const closeMany = defineCall({
  name: 'close_many',
  group: 'Trading',
  summary: 'Close several open orders',
  path: '/v1/api/forex/close_many',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'reduces',
  access: 'user',
  input: Type.Object({
    ids: Type.Union(
      [
        Type.Array(orderIdField, { minItems: 1, maxItems: maxClosedAtOnce }),
        Type.String({ maxLength: 8500, pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,499}$' }),
      ],
      { description: 'Ids of open orders: an array or comma-separated text, at most 500' },
    ),
    ...lastSeenFields,
  }),
  answer: Type.Object({
    results: Type.Array(
      Type.Object({
        Id: orderIdField,
        code: Type.Integer({ description: '1 closed, 0 refused' }),
        reason: Type.Union([Type.String(), Type.Null()], { description: 'Reason of a refusal' }),
        order: Type.Union([decidedOrderFields, Type.Null()], { description: 'The closed order' }),
      }),
      {
        description:
          'One result per id, in the order of the request; in an answer of `outcome`, closed orders come first. ' +
          'An order that the call did not reach, because it was interrupted, is refused with interrupted',
      },
    ),
  }),
})

export type CloseManyInput = InputOf<typeof closeMany>
export type CloseManyAnswer = AnswerOf<typeof closeMany>

/** All or nothing: if the opposite side is refused, the order stays open. */
export const reverse = defineCall({
  name: 'reverse',
  group: 'Trading',
  summary: 'Close an open order and open the opposite side with the same lots and leverage',
  path: '/v1/api/forex/reverse',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
  risk: 'adds',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    price: seenPriceField,
    deviation: deviationField,
    ...lastSeenFields,
  }),
  answer: Type.Object({
    ...decidedOrderFields.properties,
    Closed: decidedOrderFields,
  }),
})

export type ReverseInput = InputOf<typeof reverse>
export type ReverseAnswer = AnswerOf<typeof reverse>

/** Orders, totals and balance come from one database snapshot and one set of prices. */
export const myDeal = defineCall({
  name: 'my_deal',
  group: 'Trading',
  summary: 'List orders of the user, newest first',
  path: '/v1/api/forex/my_deal',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({
    status: Type.Integer({ enum: [0, 1, 3], default: 1, description: '1 open, 0 pending, 3 history' }),
    page: { ...pageField, description: 'Page number, starting at 1' },
    limit: limitField,
    id: Type.Optional({
      ...orderIdField,
      description: 'Only the order with this Id, in any status; all other filters are ignored',
    }),
    forex_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only orders of this market' }),
    ),
    from: Type.Optional({
      ...epochField,
      description: 'Only orders that ended at or after this time, epoch ms; used for history only',
    }),
    to: Type.Optional({
      ...epochField,
      description: 'Only orders that ended before this time, epoch ms; used for history only',
    }),
  }),
  answer: Type.Object({
    data: Type.Array(orderFields),
    total: Type.Integer({ description: 'Number of matching orders on all pages' }),
    all_fact_profits: Type.String({
      description:
        'Profit of all matching orders in US dollars, exact: floating, realised, or zero for pending orders',
    }),
    ...fundsFields,
  }),
})

export type MyDealInput = InputOf<typeof myDeal>
export type MyDealAnswer = AnswerOf<typeof myDeal>

/**
 * Returns the outcome of an order call whose answer was lost. This call burns an unused key, so that the answer `never`
 * stays true: a request that arrives later is refused with `too_late`.
 */
export const outcomeOfKey = defineCall({
  name: 'outcome',
  group: 'Trading',
  summary: 'Read the outcome of an order call whose answer was lost',
  path: '/v1/api/forex/outcome',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({
    key: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: '^[\\w.:-]{8,128}$',
      description: 'Idempotency key of the lost call',
    }),
    seen_at: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'seen_at of the lost call, epoch ms; after 23 hours the state is expired',
    }),
  }),
  answer: Type.Object({
    state: Type.Union([Type.Literal('decided'), Type.Literal('never'), Type.Literal('expired')], {
      description: 'never: the call was not executed and never will be; expired: too old, outcome unknown',
    }),
    outcome: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: '1 done, 0 refused' }),
          reason: Type.Union([Type.String(), Type.Null()]),
          msg: Type.String({
            description: 'Message of a refusal in the language of the request; empty if done',
          }),
          data: Type.Unknown({
            description: 'Answer of the lost call, or the data of its refusal',
          }),
        },
        { description: 'Only if decided: the outcome that the lost call would have returned' },
      ),
    ),
  }),
})

export type OutcomeInput = InputOf<typeof outcomeOfKey>
export type OutcomeAnswer = AnswerOf<typeof outcomeOfKey>
