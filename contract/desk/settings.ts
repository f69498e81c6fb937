import { Type } from 'typebox'
import { type AnswerOf, defineCall } from '#contract/call.ts'

export const deskSettings = defineCall({
  name: 'desk_settings',
  group: 'Desk',
  summary: 'Read every setting',
  path: '/desk/api/settings',
  verb: 'GET',
  changes: false,
  access: ['owner', 'viewer'],
  input: Type.Object({}),
  answer: Type.Array(
    Type.Object({
      key: Type.String(),
      value: Type.String(),
      default: Type.String(),
      description: Type.String(),
      options: Type.Array(Type.String(), { description: 'What it can be; empty for free text' }),
    }),
  ),
})

export type DeskSettingsAnswer = AnswerOf<typeof deskSettings>
