import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'

/** One public setting by its key. Keys that are not public are not even named. */
export const defaultSetting = defineCall({
  name: 'default_setting',
  group: 'Account and common',
  summary: 'Read one public setting',
  path: '/api/default/setting',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({
    key: Type.Union([
      Type.Literal('is_show_mobile'),
      Type.Literal('verify_reg_type'),
      Type.Literal('invite_required'),
    ]),
  }),
  answer: Type.Integer({ description: 'The value of the setting; switches are 1 (on) or 0 (off).' }),
})

export type DefaultSettingInput = InputOf<typeof defaultSetting>
export type DefaultSettingAnswer = AnswerOf<typeof defaultSetting>
