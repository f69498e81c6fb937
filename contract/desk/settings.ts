import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { textField } from '#contract/desk/shared-fields.ts'

export const deskSettings = defineCall({
  name: 'desk_settings',
  group: 'Operator console',
  summary: 'List all settings',
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
      options: Type.Array(Type.String(), { description: 'Allowed values; empty for a number or free text' }),
      range: Type.Optional(
        Type.Object(
          { least: Type.Integer(), most: Type.Integer() },
          { description: 'Bounds of a whole number' },
        ),
      ),
    }),
  ),
})

export type DeskSettingsAnswer = AnswerOf<typeof deskSettings>

export const changeSetting = defineCall({
  name: 'change_setting',
  group: 'Operator console',
  summary: 'Change a setting (audited)',
  path: '/desk/api/settings/change',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  input: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 63 }),
    value: textField(4096),
  }),
  answer: Type.Object({ key: Type.String(), value: Type.String() }),
})

export type ChangeSettingInput = InputOf<typeof changeSetting>
export type ChangeSettingAnswer = AnswerOf<typeof changeSetting>
