import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, textField } from '#contract/desk/desk-fields.ts'

export const identityDecide = defineCall({
  name: 'identity_decide',
  group: 'Desk',
  summary: 'Approve or refuse an identity check',
  path: '/desk/api/identity/decide',
  verb: 'POST',
  changes: true,
  access: ['compliance'],
  input: Type.Object({
    id: idField,
    approve: Type.Integer({ minimum: 0, maximum: 1 }),
    remark: Type.Optional(textField(500, 'Needed to refuse: its user reads it')),
  }),
  answer: Type.Object({
    state: Type.String(),
    next: Type.Union([Type.Integer(), Type.Null()], { description: 'The check that waits longest now' }),
    waiting: Type.Integer(),
  }),
})

export type IdentityDecideInput = InputOf<typeof identityDecide>
export type IdentityDecideAnswer = AnswerOf<typeof identityDecide>
