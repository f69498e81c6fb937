import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { emailField, operatorFields, secretField, totpField } from '#contract/desk/desk-fields.ts'

/** Either a session, or, the first time, what an authenticator needs to be enrolled. */
export const deskSignIn = defineCall({
  name: 'desk_sign_in',
  group: 'Desk',
  summary: 'Sign in as an operator',
  path: '/desk/api/sign_in',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({ email: emailField, password: secretField, totp: Type.Optional(totpField) }),
  answer: Type.Object({
    token: Type.Optional(Type.String({ description: 'The session' })),
    operator: Type.Optional(operatorFields),
    enrolment: Type.Optional(
      Type.Object({
        ticket: Type.String({ description: 'Names this enrolment; ten minutes' }),
        secret: Type.String({ description: 'For an authenticator that takes no picture' }),
        uri: Type.String({ description: 'otpauth address, for the picture' }),
        needs_password: Type.Integer({
          description: '1 when a new password has to be chosen with the code; somebody else knows this one',
        }),
      }),
    ),
  }),
})

export type DeskSignInInput = InputOf<typeof deskSignIn>
export type DeskSignInAnswer = AnswerOf<typeof deskSignIn>
