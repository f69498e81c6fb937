import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { emailField, operatorFields, secretField, totpField } from '#contract/desk/shared-fields.ts'
import { operatorRoles } from '#core/account/operator-role.ts'

/** Answers with a session, or with enrolment data for the authenticator at the first sign-in. */
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

export const deskEnrol = defineCall({
  name: 'desk_enrol',
  group: 'Desk',
  summary: 'Confirm the second factor and sign in',
  path: '/desk/api/enrol',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 128 }),
    totp: totpField,
    new_password: Type.Optional(secretField),
  }),
  answer: Type.Object({
    token: Type.String(),
    operator: operatorFields,
    recovery_codes: Type.Array(Type.String(), {
      description: 'Shown this once; each works once in place of a code',
    }),
  }),
})

export type DeskEnrolInput = InputOf<typeof deskEnrol>
export type DeskEnrolAnswer = AnswerOf<typeof deskEnrol>

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

export const deskMe = defineCall({
  name: 'desk_me',
  group: 'Desk',
  summary: 'Read who is signed in',
  path: '/desk/api/me',
  verb: 'GET',
  changes: false,
  access: operatorRoles,
  input: Type.Object({}),
  answer: Type.Object({
    operator: operatorFields,
    identity_waiting: Type.Integer({ description: 'How many identity checks wait' }),
  }),
})

export type DeskMeAnswer = AnswerOf<typeof deskMe>

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

export const deskRecoveryCodes = defineCall({
  name: 'desk_recovery_codes',
  group: 'Desk',
  summary: 'Make new recovery codes; the old ones end',
  path: '/desk/api/recovery_codes',
  verb: 'POST',
  changes: true,
  access: operatorRoles,
  carriesSecret: true,
  input: Type.Object({ password: secretField, totp: totpField }),
  answer: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
})

export type DeskRecoveryCodesInput = InputOf<typeof deskRecoveryCodes>
export type DeskRecoveryCodesAnswer = AnswerOf<typeof deskRecoveryCodes>
