import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

export const signOutOthers = defineCall({
  name: 'sign_out_others',
  group: 'Account and common',
  summary: 'End every other session of this account',
  path: '/api/user/sign_out_others',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object({ count: Type.Integer() }),
})

export type SignOutOthersAnswer = AnswerOf<typeof signOutOthers>
