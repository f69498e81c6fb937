import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'

export const sendEmail = defineCall({
  name: 'send_email',
  group: 'Account and common',
  summary: 'Send a code by email',
  path: '/api/notify/send_email',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object({
    to: Type.String({ minLength: 1, maxLength: 254 }),
    type: Type.Integer({ minimum: 1, maximum: 2, description: '1 register, 2 reset or change a password' }),
  }),
  answer: Type.Null(),
})

export type SendEmailInput = InputOf<typeof sendEmail>
