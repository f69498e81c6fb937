import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { flagField, nullable, timestampField } from '#contract/calls/shared-fields.ts'
import { alertConditions, alertLimits } from '#core/alert/alert.ts'

const idField = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

const alert = Type.Object({
  id: Type.Integer(),
  forex_id: Type.Integer(),
  code: Type.String({ description: 'Such as EURUSD' }),
  show_code: Type.String({ description: 'Such as EUR/USD' }),
  condition: Type.Enum(alertConditions),
  price: nullable(Type.String({ description: 'Level of above and below, exact; null for change' })),
  percent: nullable(Type.String({ description: 'Percent of change, 2 decimals; null for above and below' })),
  base: nullable(
    Type.String({ description: 'Price from which a change is measured, exact; null for above and below' }),
  ),
  repeats: Type.Boolean(),
  active: Type.Boolean({
    description: 'Whether it waits for its price. One that does not repeat ends when hit',
  }),
  created_at: timestampField,
  hit_at: nullable(timestampField),
  hit_price: nullable(Type.String({ description: 'Bid that hit it last, exact' })),
})

export const alertList = defineCall({
  name: 'alert_list',
  group: 'Price alerts',
  summary: "List the user's price alerts, newest first: all that are active, and those hit lately",
  path: '/api/alert/list',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ forex_id: Type.Optional(idField) }),
  answer: Type.Array(alert),
})

export type AlertListAnswer = AnswerOf<typeof alertList>
export type PriceAlert = AlertListAnswer[number]

export const addAlert = defineCall({
  name: 'add_alert',
  group: 'Price alerts',
  summary: 'Set a price alert. It is judged by the bid of every accepted quote',
  path: '/api/alert/add',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({
    forex_id: idField,
    condition: Type.Enum(alertConditions),
    price: Type.Optional(
      Type.String({ maxLength: 20, pattern: '^[0-9]+(\\.[0-9]+)?$', description: 'For above and below' }),
    ),
    percent: Type.Optional(
      Type.String({ maxLength: 8, pattern: '^[0-9]+(\\.[0-9]{1,2})?$', description: 'For change' }),
    ),
    repeats: Type.Optional(flagField),
  }),
  answer: alert,
})

export type AddAlertInput = InputOf<typeof addAlert>

export const removeAlert = defineCall({
  name: 'remove_alert',
  group: 'Price alerts',
  summary: `Remove a price alert. A user has at most ${alertLimits.perUser} active ones`,
  path: '/api/alert/remove',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({ id: idField }),
  answer: Type.Null(),
})
