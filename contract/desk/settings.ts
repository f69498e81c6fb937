import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { textField } from '#contract/desk/shared-fields.ts'

const settingProposal = Type.Object({
  value: Type.String({ description: 'Proposed value; empty if the role may not see it' }),
  proposed_by: Type.String(),
  proposed_at: Type.String(),
  lapses_at: Type.String({ description: 'From then on it is not approved' }),
})

export const deskSettings = defineCall({
  name: 'desk_settings',
  group: 'Operator console',
  summary: 'List all settings, with changes that wait for a second operator',
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
      weakened_by: Type.Optional(
        Type.Enum(['raising', 'lowering', 'leaving_default', 'towards_on', 'adding'], {
          description:
            'The change that weakens a protection of money: a second operator approves it, unless the two-person rule is waived',
        }),
      ),
      proposal: Type.Union([settingProposal, Type.Null()], {
        description: 'The change that waits for a second operator; null without one',
      }),
    }),
  ),
})

export type DeskSettingsAnswer = AnswerOf<typeof deskSettings>

export const changeSetting = defineCall({
  name: 'change_setting',
  group: 'Operator console',
  summary:
    'Change a setting (audited). A change that weakens a protection of money is only proposed: a second operator approves it',
  path: '/desk/api/settings/change',
  verb: 'POST',
  changes: true,
  access: ['owner'],
  input: Type.Object({
    key: Type.String({ minLength: 1, maxLength: 63 }),
    value: textField(4096),
  }),
  answer: Type.Object({
    key: Type.String(),
    value: Type.String({ description: 'Value from now on: the old one if the change was only proposed' }),
  }),
})

export type ChangeSettingInput = InputOf<typeof changeSetting>
export type ChangeSettingAnswer = AnswerOf<typeof changeSetting>
