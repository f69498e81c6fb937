import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'

/** Closes and cancels everything and brings the balance back to where a demo account begins. */
export const resetDemo = defineCall({
  name: 'reset_demo',
  group: 'Trading',
  summary: 'Start the own demo account afresh',
  path: '/v1/api/main/user/resetForexDemoAccount',
  verb: 'GET',
  changes: true,
  keptBy: 'engine',
  access: 'user',
  input: Type.Object({}),
  answer: Type.Null(),
})
