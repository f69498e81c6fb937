import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { areaIdField } from '#contract/calls/account-fields.ts'
export const sendSms = defineCall({
  name: 'send_sms',
  group: 'Account and common',
  summary: 'Send a code by text message',
  path: '/api/notify/send_sms',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object({
    to: Type.String({ minLength: 1, maxLength: 254 }),
    area_id: areaIdField,
    type: Type.Integer({ minimum: 1, maximum: 2, description: '1 register, 2 reset or change a password' }),
  }),
  answer: Type.Null(),
})

export type SendSmsInput = InputOf<typeof sendSms>
