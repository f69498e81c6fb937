import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'

export const realName = defineCall({
  name: 'real_name',
  group: 'Account and common',
  summary: 'Hand in the own identity for review',
  path: '/api/user_real/real_name',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    card_id: Type.String({ minLength: 1, maxLength: 100 }),
    front_pic: Type.String({ minLength: 1, maxLength: 200, description: 'The url an upload gave' }),
    reverse_pic: Type.String({ minLength: 1, maxLength: 200, description: 'The url of another upload' }),
  }),
  answer: Type.Object({ review_status: Type.Integer() }),
})

export type RealNameInput = InputOf<typeof realName>
