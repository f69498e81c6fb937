import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { momentField, pageField } from '#contract/calls/account-fields.ts'
export const inviteList = defineCall({
  name: 'invite_list',
  group: 'Account and common',
  summary: 'Read who came by the own invite code',
  path: '/api/user/invite_list',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ page: pageField }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Enough of the address or number for a friend to know' }),
        created_at: momentField,
      }),
    ),
    total: Type.Integer(),
  }),
})

export type InviteListInput = InputOf<typeof inviteList>
export type InviteListAnswer = AnswerOf<typeof inviteList>
