import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { momentField } from '#contract/calls/account-fields.ts'
export const identityCenter = defineCall({
  name: 'identity_center',
  group: 'Account and common',
  summary: 'Read where the own identity check stands',
  path: '/api/user_real/center',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({}),
  answer: Type.Object({
    review_status: Type.Integer({ description: '0 not submitted or refused, 1 under review, 2 verified' }),
    remark: Type.String({ description: 'Why it was refused; empty otherwise' }),
    name: Type.String({ description: 'As handed in last; empty when nothing was' }),
    card_id: Type.String({ description: 'The last digits only' }),
    submitted_at: Type.Union([momentField, Type.Null()]),
    decided_at: Type.Union([momentField, Type.Null()]),
  }),
})

export type IdentityCenterAnswer = AnswerOf<typeof identityCenter>
