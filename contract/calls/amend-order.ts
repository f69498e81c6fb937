import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import {
  decidedOrderFields,
  orderIdField,
  seenFields,
  stopLossField,
  takeProfitField,
  typedField,
} from '#contract/calls/order-fields.ts'

/** Cancels the pending order and places it again under a new Id, in one decision. Refused: the old one stays. */
export const amendOrder = defineCall({
  name: 'amend_order',
  group: 'Trading',
  summary: 'Change the target, lots or stops of a pending order',
  path: '/v1/api/forex/amend_order',
  verb: 'POST',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    target_price: typedField('What the order waits for'),
    cont: typedField('Lots'),
    stop_loss_price: stopLossField,
    target_profit_price: takeProfitField,
    ...seenFields,
  }),
  answer: decidedOrderFields,
})

export type AmendOrderInput = InputOf<typeof amendOrder>
