import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { idField, operatorFields, roleField, totpField } from '#contract/desk/desk-fields.ts'

export const changeOperator = defineCall({
  name: 'change_operator',
  group: 'Desk',
  summary: 'Give an operator another role, switch them off, or let them enrol anew',
  path: '/desk/api/operators/change',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  carriesSecret: true,
  input: Type.Object({
    id: idField,
    role: Type.Optional(roleField),
    is_active: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    reset: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1,
        description: 'A new first password, and the second factor to enrol again',
      }),
    ),
    totp: totpField,
  }),
  answer: Type.Object({ operator: operatorFields, password: Type.Optional(Type.String()) }),
})

export type ChangeOperatorInput = InputOf<typeof changeOperator>
export type ChangeOperatorAnswer = AnswerOf<typeof changeOperator>
