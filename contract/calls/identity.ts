import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { timestampField } from '#contract/calls/shared-fields.ts'

export const identityCenter = defineCall({
  name: 'identity_center',
  group: 'Account and settings',
  summary: 'Read the status of the user’s identity check',
  path: '/api/user_real/center',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({}),
  answer: Type.Object({
    review_status: Type.Integer({ description: '0 not submitted or refused, 1 under review, 2 verified' }),
    remark: Type.String({ description: 'Reason of a refusal; empty otherwise' }),
    name: Type.String({ description: 'Name of the latest submission; empty without one' }),
    card_id: Type.String({ description: 'Last digits of the document number' }),
    submitted_at: Type.Union([timestampField, Type.Null()]),
    decided_at: Type.Union([timestampField, Type.Null()]),
  }),
})

export type IdentityCenterAnswer = AnswerOf<typeof identityCenter>

export const realName = defineCall({
  name: 'real_name',
  group: 'Account and settings',
  summary: 'Submit identity documents for review',
  path: '/api/user_real/real_name',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    card_id: Type.String({ minLength: 1, maxLength: 100 }),
    front_pic: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Front of the document: the url returned by image_upload',
    }),
    reverse_pic: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Back of the document: the url returned by image_upload',
    }),
  }),
  answer: Type.Object({ review_status: Type.Integer() }),
})

export type RealNameInput = InputOf<typeof realName>

export const imageUpload = defineCall({
  name: 'image_upload',
  group: 'Account and settings',
  summary: 'Upload a JPEG, PNG or WebP image of up to 10 MB',
  path: '/api/common/image_upload',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  takesFile: true,
  input: Type.Object({}),
  answer: Type.Object({
    url: Type.String({ description: 'Address of the image, for its owner and as input of other calls' }),
  }),
})

export type ImageUploadAnswer = AnswerOf<typeof imageUpload>

/** Sends the bytes of an image to the user who uploaded it, without an envelope. */
export const image = defineCall({
  name: 'image',
  group: 'Account and settings',
  summary: 'Read an image that the user uploaded',
  path: '/api/common/image',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }),
  answer: Type.Any({ description: 'The image (image/jpeg)' }),
})
