import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { operatorFields } from '#contract/desk/desk-fields.ts'

export const deskOperators = defineCall({
  name: 'desk_operators',
  group: 'Desk',
  summary: 'Read every operator',
  path: '/desk/api/operators',
  verb: 'GET',
  changes: false,
  access: ['owner'],
  input: Type.Object({}),
  answer: Type.Array(operatorFields),
})

export type DeskOperatorsAnswer = AnswerOf<typeof deskOperators>
