import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { secretField, totpField } from '#contract/desk/desk-fields.ts'
import { operatorRoles } from '#core/account/operator-role.ts'

export const deskChangePassword = defineCall({
  name: 'desk_change_password',
  group: 'Desk',
  summary: 'Change the own password; every other session ends',
  path: '/desk/api/change_password',
  verb: 'POST',
  changes: true,
  access: operatorRoles,
  carriesSecret: true,
  input: Type.Object({ old_password: secretField, new_password: secretField, totp: totpField }),
  answer: Type.Null(),
})

export type DeskChangePasswordInput = InputOf<typeof deskChangePassword>
