import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { userFields } from '#contract/calls/account-fields.ts'
/** Who is logged in. */
export const userInfo = defineCall({
  name: 'user_info',
  group: 'Account and common',
  summary: 'Read the own account',
  path: '/api/user/info',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: userFields,
})

export type UserFields = AnswerOf<typeof userInfo>
