import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { fundsFields } from '#contract/calls/account.ts'
import {
  decidedOrderFields,
  deviationField,
  lastSeenFields,
  orderFields,
  orderIdField,
  seenPriceField,
  stopLossField,
  takeProfitField,
  typedField,
} from '#contract/calls/order-fields.ts'
import { epochField, limitField, pageField } from '#contract/calls/shared-fields.ts'

export const submit = defineCall({
  name: 'submit',
  group: 'Trading',
  summary: 'Place an order, at market or pending',
  path: '/v1/api/forex/submit',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({
    type: Type.Integer({ minimum: 1, maximum: 2, description: '1 buy, 2 sell' }),
    forex_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    status: Type.Integer({ minimum: 0, maximum: 1, description: '1 at market, 0 pending' }),
    cont: typedField('Lots'),
    multiple: Type.Optional(typedField('One of the leverages the market offers')),
    target_price: Type.Optional(typedField('What a pending order waits for')),
    stop_loss_price: stopLossField,
    target_profit_price: takeProfitField,
    price: seenPriceField,
    deviation: deviationField,
    ...lastSeenFields,
  }),
  answer: decidedOrderFields,
})

export type SubmitInput = InputOf<typeof submit>

/** Cancel and replace in one decision, under a new Id. If it is refused, the old order stays pending. */
export const amendOrder = defineCall({
  name: 'amend_order',
  group: 'Trading',
  summary: 'Change the target, lots or stops of a pending order',
  path: '/v1/api/forex/amend_order',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    target_price: typedField('What the order waits for'),
    cont: typedField('Lots'),
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
  access: 'user',
  input: Type.Object({ id: orderIdField }),
  answer: decidedOrderFields,
})

/** Sets both stops. A missing, zero or empty one is removed. */
export const setStopPrice = defineCall({
  name: 'set_stop_price',
  group: 'Trading',
  summary: 'Set or remove stop loss and take profit of an order',
  path: '/v1/api/forex/set_stop_price',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
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

/** Closes all or some lots of an open order. Answers the closed part, with the open one as `Rest`. */
export const close = defineCall({
  name: 'close',
  group: 'Trading',
  summary: 'Close an open order, or a part of it',
  path: '/v1/api/forex/close',
  verb: 'GET',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    cont: Type.Optional(typedField('Lots to close; all of them when left out or empty')),
    ...lastSeenFields,
  }),
  answer: Type.Object({
    ...decidedOrderFields.properties,
    Rest: Type.Union([orderFields, Type.Null()], { description: 'What is still open of it' }),
  }),
})

export type CloseAnswer = AnswerOf<typeof close>
export type CloseInput = InputOf<typeof close>

const maxClosedAtOnce = 500

/** Each order is closed or refused on its own, all at the same prices. */
export const closeMany = defineCall({
  name: 'close_many',
  group: 'Trading',
  summary: 'Close several open orders at once',
  path: '/v1/api/forex/close_many',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
  access: 'user',
  input: Type.Object({
    ids: Type.Union(
      [
        Type.Array(orderIdField, { minItems: 1, maxItems: maxClosedAtOnce }),
        Type.String({ maxLength: 8500, pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,499}$' }),
      ],
      { description: 'The Ids of open orders: a list, or text separated by commas; at most 500' },
    ),
    ...lastSeenFields,
  }),
  answer: Type.Object({
    results: Type.Array(
      Type.Object({
        Id: orderIdField,
        code: Type.Integer({ description: '1 closed, 0 refused' }),
        reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused' }),
        order: Type.Union([decidedOrderFields, Type.Null()], { description: 'The closed order' }),
      }),
      {
        description:
          'One for each id, in the order in which they were sent; told by `outcome`: those closed first',
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
  summary: 'Close an open order and open the other side with the same lots and leverage',
  path: '/v1/api/forex/reverse',
  verb: 'POST',
  changes: true,
  outcomeKeptBy: 'engine',
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
  summary: 'Read the own orders, newest first',
  path: '/v1/api/forex/my_deal',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({
    status: Type.Integer({ enum: [0, 1, 3], default: 1, description: '1 holding, 0 pending, 3 history' }),
    page: { ...pageField, description: 'From 1' },
    limit: limitField,
    id: Type.Optional({
      ...orderIdField,
      description:
        'Only the own order with this Id, whatever its status; the other filters count for nothing then',
    }),
    forex_id: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only orders of this market' }),
    ),
    from: Type.Optional({
      ...epochField,
      description: 'Only what ended at this moment or later, epoch ms; counts in history alone',
    }),
    to: Type.Optional({
      ...epochField,
      description: 'Only what ended before this moment, epoch ms; counts in history alone',
    }),
  }),
  answer: Type.Object({
    data: Type.Array(orderFields),
    total: Type.Integer({ description: 'Over all pages of what was asked for' }),
    all_fact_profits: Type.String({
      description:
        'Over all pages of what was asked for, US dollars, exact: floating, realised, or zero while pending',
    }),
    ...fundsFields,
  }),
})

export type MyDealInput = InputOf<typeof myDeal>
export type MyDealAnswer = AnswerOf<typeof myDeal>

/**
 * Returns the outcome of an order call whose answer was lost. An unused key is blocked by this call, so that `never`
 * stays true: a request that arrives later is refused with `too_late`.
 */
export const outcomeOfKey = defineCall({
  name: 'outcome',
  group: 'Trading',
  summary: 'Find out what became of an order call whose answer was lost',
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
      description: 'The idempotency key of the lost call',
    }),
    seen_at: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The seen_at of the lost call, epoch ms; after 23 hours the answer is expired',
    }),
  }),
  answer: Type.Object({
    state: Type.Union([Type.Literal('decided'), Type.Literal('never'), Type.Literal('expired')], {
      description: 'never: nothing was done and nothing will be; expired: too long ago to say',
    }),
    outcome: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: '1 done, 0 refused' }),
          reason: Type.Union([Type.String(), Type.Null()]),
          msg: Type.String({ description: 'Why it was refused, in words; empty when it was done' }),
          data: Type.Unknown({
            description: 'What the lost call would have answered: its answer, or the data of its refusal',
          }),
        },
        { description: 'With decided: what the lost call would have answered' },
      ),
    ),
  }),
})

export type OutcomeInput = InputOf<typeof outcomeOfKey>
export type OutcomeAnswer = AnswerOf<typeof outcomeOfKey>
