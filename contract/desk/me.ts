import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { operatorFields } from '#contract/desk/desk-fields.ts'
import { operatorRoles } from '#core/account/operator-role.ts'

export const deskMe = defineCall({
  name: 'desk_me',
  group: 'Desk',
  summary: 'Read who is signed in',
  path: '/desk/api/me',
  verb: 'GET',
  changes: false,
  access: operatorRoles,
  input: Type.Object({}),
  answer: Type.Object({
    operator: operatorFields,
    identity_waiting: Type.Integer({ description: 'How many identity checks wait' }),
  }),
})

export type DeskMeAnswer = AnswerOf<typeof deskMe>
