import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { timestampField } from '#contract/calls/shared-fields.ts'

export const identityCenter = defineCall({
  name: 'identity_center',
  group: 'Account and common',
  summary: 'Read where the own identity check stands',
  path: '/api/user_real/center',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({}),
  answer: Type.Object({
    review_status: Type.Integer({ description: '0 not submitted or refused, 1 under review, 2 verified' }),
    remark: Type.String({ description: 'Why it was refused; empty otherwise' }),
    name: Type.String({ description: 'As handed in last; empty when nothing was' }),
    card_id: Type.String({ description: 'The last digits only' }),
    submitted_at: Type.Union([timestampField, Type.Null()]),
    decided_at: Type.Union([timestampField, Type.Null()]),
  }),
})

export type IdentityCenterAnswer = AnswerOf<typeof identityCenter>

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

/** Sends the image bytes to the user who uploaded it. Every other answer is an envelope. */
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
