import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'

export const logout = defineCall({
  name: 'logout',
  group: 'Account and common',
  summary: 'End this session',
  path: '/api/user/logout',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Null(),
})
