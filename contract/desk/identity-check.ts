import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField } from '#contract/desk/desk-fields.ts'

export const identityCheck = defineCall({
  name: 'identity_check',
  group: 'Desk',
  summary: 'Read one identity check; looking is audited',
  path: '/desk/api/identity/check',
  verb: 'GET',
  changes: false,
  access: ['compliance'],
  input: Type.Object({ id: idField }),
  answer: Type.Object({
    id: Type.Integer(),
    uid: Type.String(),
    name: Type.String(),
    card_id: Type.String(),
    front_pic: Type.String({ description: 'The name of the picture, for desk_image' }),
    reverse_pic: Type.String(),
    state: Type.String({ description: 'waiting, approved, refused' }),
    remark: Type.String(),
    same_document: Type.Integer({
      description: 'How many other accounts handed in the same document number',
    }),
    earlier: Type.Integer({ description: 'How often this person was refused before' }),
    submitted_at: Type.String(),
    decided_at: Type.Union([Type.String(), Type.Null()]),
    decided_by: Type.String({ description: 'The operator, empty while it waits' }),
  }),
})

export type IdentityCheckInput = InputOf<typeof identityCheck>
export type IdentityCheckAnswer = AnswerOf<typeof identityCheck>
