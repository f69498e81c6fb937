import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'

/** The bytes of a picture, to whoever uploaded it. Anything else is an envelope. */
export const image = defineCall({
  name: 'image',
  group: 'Account and common',
  summary: 'Read an own picture',
  path: '/api/common/image',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }),
  answer: Type.Any({ description: 'The picture itself (image/jpeg)' }),
})
