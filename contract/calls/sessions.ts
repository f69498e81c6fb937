import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'
import { momentField } from '#contract/calls/account-fields.ts'
export const sessions = defineCall({
  name: 'sessions',
  group: 'Account and common',
  summary: 'Read where one is logged in, newest use first',
  path: '/api/user/sessions',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      current: Type.Integer({ description: '1 for the session that asks' }),
      device: Type.String({ description: 'What the browser said of itself' }),
      address: Type.String(),
      created_at: momentField,
      last_seen_at: momentField,
    }),
  ),
})

export type SessionsAnswer = AnswerOf<typeof sessions>
