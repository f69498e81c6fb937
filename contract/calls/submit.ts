import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import {
  decidedOrderFields,
  deviationField,
  seenFields,
  seenPriceField,
  stopLossField,
  takeProfitField,
  typedField,
} from '#contract/calls/order-fields.ts'

export const submit = defineCall({
  name: 'submit',
  group: 'Trading',
  summary: 'Place an order, at market or pending',
  path: '/v1/api/forex/submit',
  verb: 'GET',
  changes: true,
  keptBy: 'engine',
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
    ...seenFields,
  }),
  answer: decidedOrderFields,
})

export type SubmitInput = InputOf<typeof submit>
