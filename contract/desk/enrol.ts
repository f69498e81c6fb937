import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { operatorFields, secretField, totpField } from '#contract/desk/desk-fields.ts'

export const deskEnrol = defineCall({
  name: 'desk_enrol',
  group: 'Desk',
  summary: 'Confirm the second factor and sign in',
  path: '/desk/api/enrol',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 128 }),
    totp: totpField,
    new_password: Type.Optional(secretField),
  }),
  answer: Type.Object({
    token: Type.String(),
    operator: operatorFields,
    recovery_codes: Type.Array(Type.String(), {
      description: 'Shown this once; each works once in place of a code',
    }),
  }),
})

export type DeskEnrolInput = InputOf<typeof deskEnrol>
export type DeskEnrolAnswer = AnswerOf<typeof deskEnrol>
