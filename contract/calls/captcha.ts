import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

export const captcha = defineCall({
  name: 'captcha',
  group: 'Account and common',
  summary: 'Draw a captcha: one use, five minutes',
  path: '/api/common/captcha',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Object({
    id: Type.String(),
    b64s: Type.String({ description: 'The picture, as a data address' }),
  }),
})

export type CaptchaAnswer = AnswerOf<typeof captcha>
