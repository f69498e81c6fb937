import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { emailField, operatorFields, roleField, totpField } from '#contract/desk/desk-fields.ts'

export const createOperator = defineCall({
  name: 'create_operator',
  group: 'Desk',
  summary: 'Add an operator; their first password is shown this once',
  path: '/desk/api/operators/create',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  carriesSecret: true,
  input: Type.Object({ email: emailField, role: roleField, totp: totpField }),
  answer: Type.Object({ operator: operatorFields, password: Type.String() }),
})

export type CreateOperatorInput = InputOf<typeof createOperator>
export type CreateOperatorAnswer = AnswerOf<typeof createOperator>
