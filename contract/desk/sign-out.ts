import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { operatorRoles } from '#core/account/operator-role.ts'

export const deskSignOut = defineCall({
  name: 'desk_sign_out',
  group: 'Desk',
  summary: 'End this session',
  path: '/desk/api/sign_out',
  verb: 'POST',
  changes: true,
  access: operatorRoles,
  input: Type.Object({}),
  answer: Type.Null(),
})
