import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { accountField, channelField, codeField, passwordField } from '#contract/calls/account-fields.ts'
export const forgetPassword = defineCall({
  name: 'forget_password',
  group: 'Account and common',
  summary: 'Set a new password with a code; every session ends',
  path: '/api/user/forget_password',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    type: channelField,
    account: accountField,
    new_password: passwordField,
    secondary_password: passwordField,
    auth_code: codeField,
  }),
  answer: Type.Null(),
})

export type ForgetPasswordInput = InputOf<typeof forgetPassword>
