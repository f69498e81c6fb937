import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { areaIdField, channelField, passwordField, sessionAnswer } from '#contract/calls/account-fields.ts'
export const register = defineCall({
  name: 'register',
  group: 'Account and common',
  summary: 'Open a real account',
  path: '/api/user/register',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    type: channelField,
    account: Type.Optional(
      Type.String({ maxLength: 254, description: 'The email address or the national number' }),
    ),
    mobile: Type.Optional(
      Type.String({ maxLength: 64, description: 'The national number, with its area_id' }),
    ),
    area_id: Type.Optional(areaIdField),
    password: passwordField,
    re_password: passwordField,
    invite_code: Type.Optional(Type.String({ maxLength: 64 })),
    sms_code: Type.String({
      minLength: 1,
      maxLength: 16,
      description: 'The code that was sent, or what the captcha shows',
    }),
    key: Type.Optional(
      Type.String({ maxLength: 64, description: 'The id of the captcha, where one is used' }),
    ),
  }),
  answer: sessionAnswer,
})

export type RegisterInput = InputOf<typeof register>
