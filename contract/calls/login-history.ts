import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { momentField, pageField } from '#contract/calls/account-fields.ts'
export const loginHistory = defineCall({
  name: 'login_history',
  group: 'Account and common',
  summary: 'Read when and from where somebody logged in, or tried to',
  path: '/api/user/logins',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ page: pageField }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        created_at: momentField,
        address: Type.String(),
        device: Type.String(),
        success: Type.Integer({ description: '1 logged in, 0 the password was wrong' }),
      }),
    ),
    total: Type.Integer(),
  }),
})

export type LoginHistoryInput = InputOf<typeof loginHistory>
export type LoginHistoryAnswer = AnswerOf<typeof loginHistory>
