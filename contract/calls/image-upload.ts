import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

export const imageUpload = defineCall({
  name: 'image_upload',
  group: 'Account and common',
  summary: 'Upload one picture: JPEG, PNG or WebP, up to 10 MB',
  path: '/api/common/image_upload',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  takesFile: true,
  input: Type.Object({}),
  answer: Type.Object({
    url: Type.String({ description: 'Where its owner can fetch it; what other calls take' }),
  }),
})

export type ImageUploadAnswer = AnswerOf<typeof imageUpload>
