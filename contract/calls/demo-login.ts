import { Type } from 'typebox'
import { defineCall, type InputOf } from '#contract/call.ts'
import { sessionAnswer } from '#contract/calls/account-fields.ts'
/** Opens the demo account of this id, and makes it the first time. */
export const demoLogin = defineCall({
  name: 'demo_login',
  group: 'Account and common',
  summary: 'Log in to a demo account',
  path: '/api/user/createAccountDemoForU',
  verb: 'GET',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    demo_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: '32 hexadecimal characters, made at random by the client: the only key to the account',
    }),
  }),
  answer: sessionAnswer,
})

export type DemoLoginInput = InputOf<typeof demoLogin>
