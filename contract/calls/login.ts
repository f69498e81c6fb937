import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { accountField, channelField, passwordField, sessionAnswer } from '#contract/calls/account-fields.ts'
export const login = defineCall({
  name: 'login',
  group: 'Account and common',
  summary: 'Log in with an email address or a mobile number',
  path: '/api/user/loginForU',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({ account: accountField, password: passwordField, login_type: channelField }),
  answer: sessionAnswer,
})

export type LoginInput = InputOf<typeof login>
export type SessionAnswer = AnswerOf<typeof login>
