import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { pageField } from '#contract/desk/desk-fields.ts'

export const identityQueue = defineCall({
  name: 'identity_queue',
  group: 'Desk',
  summary: 'Read the identity checks, oldest waiting first',
  path: '/desk/api/identity/queue',
  verb: 'GET',
  changes: false,
  access: ['compliance', 'viewer'],
  input: Type.Object({
    state: Type.Union([Type.Literal('waiting'), Type.Literal('approved'), Type.Literal('refused')], {
      default: 'waiting',
    }),
    page: pageField,
  }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.Integer(),
        uid: Type.String(),
        name: Type.String(),
        state: Type.String(),
        submitted_at: Type.String(),
        decided_at: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    total: Type.Integer(),
    waiting: Type.Integer({ description: 'How many wait, whatever the list shows' }),
  }),
})

export type IdentityQueueInput = InputOf<typeof identityQueue>
export type IdentityQueueAnswer = AnswerOf<typeof identityQueue>
