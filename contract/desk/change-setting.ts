import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { textField } from '#contract/desk/desk-fields.ts'

export const changeSetting = defineCall({
  name: 'change_setting',
  group: 'Desk',
  summary: 'Change a setting, audited',
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
