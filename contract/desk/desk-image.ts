import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'

export const deskImage = defineCall({
  name: 'desk_image',
  group: 'Desk',
  summary: 'Read a picture of an identity check; looking is audited',
  path: '/desk/api/image',
  verb: 'GET',
  changes: false,
  access: ['compliance'],
  input: Type.Object({ name: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
  answer: Type.Any({ description: 'The picture itself (image/jpeg)' }),
})

export type DeskImageInput = InputOf<typeof deskImage>
