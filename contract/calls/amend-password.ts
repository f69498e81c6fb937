import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { channelField, codeField, passwordField } from '#contract/calls/account-fields.ts'
export const amendPassword = defineCall({
  name: 'amend_password',
  group: 'Account and common',
  summary: 'Change the own password; every other session ends',
  path: '/api/user/amend_password',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  carriesSecret: true,
  input: Type.Object({
    type: channelField,
    auth_code: codeField,
    old_password: Type.Optional(passwordField),
    new_password: passwordField,
  }),
  answer: Type.Null(),
})

export type AmendPasswordInput = InputOf<typeof amendPassword>
