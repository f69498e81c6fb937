import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import {
  decidedOrderFields,
  orderIdField,
  seenFields,
  stopLossField,
  takeProfitField,
} from '#contract/calls/order-fields.ts'

/** Always states both: one that is left out, 0 or empty is removed. */
export const setStopPrice = defineCall({
  name: 'set_stop_price',
  group: 'Trading',
  summary: 'Set or remove stop loss and take profit of an order',
  path: '/v1/api/forex/set_stop_price',
  verb: 'GET',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({
    id: orderIdField,
    stop_loss_price: stopLossField,
    target_profit_price: takeProfitField,
    ...seenFields,
  }),
  answer: decidedOrderFields,
})

export type SetStopPriceInput = InputOf<typeof setStopPrice>
