import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import { emailField, operatorFields, secretField, totpField } from '#contract/desk/shared-fields.ts'
import { operatorRoles } from '#core/user/operator-role.ts'

/** Answers with a session, or with enrolment data for the authenticator at the first sign-in. */
export const deskSignIn = defineCall({
  name: 'desk_sign_in',
  group: 'Operator console',
  summary: 'Sign in as an operator',
  path: '/desk/api/sign_in',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({ email: emailField, password: secretField, totp: Type.Optional(totpField) }),
  answer: Type.Object({
    token: Type.Optional(Type.String({ description: 'Session token' })),
    operator: Type.Optional(operatorFields),
    enrolment: Type.Optional(
      Type.Object({
        ticket: Type.String({ description: 'Id of this enrolment, valid for ten minutes' }),
        secret: Type.String({ description: 'Secret to type into an authenticator app' }),
        uri: Type.String({ description: 'otpauth URI for the QR code' }),
        needs_password: Type.Integer({
          description: '1 if a new password must be set, because the initial one is known to another person',
        }),
      }),
    ),
  }),
})

export type DeskSignInInput = InputOf<typeof deskSignIn>
export type DeskSignInAnswer = AnswerOf<typeof deskSignIn>

export const deskEnrol = defineCall({
  name: 'desk_enrol',
  group: 'Operator console',
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
      description: 'Returned only once; each replaces one authenticator code',
    }),
  }),
})

export type DeskEnrolInput = InputOf<typeof deskEnrol>
export type DeskEnrolAnswer = AnswerOf<typeof deskEnrol>

export const deskSignOut = defineCall({
  name: 'desk_sign_out',
  group: 'Operator console',
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
  group: 'Operator console',
  summary: 'Read the signed-in operator',
  path: '/desk/api/me',
  verb: 'GET',
  changes: false,
  access: operatorRoles,
  input: Type.Object({}),
  answer: Type.Object({
    operator: operatorFields,
    identity_waiting: Type.Integer({
      description: 'Number of waiting identity checks; 0 if the role may not see them',
    }),
    frozen_accounts: Type.Integer({
      description: 'Number of frozen accounts; 0 if the role may not see them',
    }),
    open_proposals: Type.Integer({
      description: 'Number of changes that wait for approval; 0 if the role may not see them',
    }),
    two_person_waived: Type.Integer({
      description: '1 while an operator may approve their own proposals: only on a loopback HOST',
    }),
    deposits_waiting: Type.Optional(
      Type.Integer({ description: 'Number of waiting deposits; absent if the role may not see them' }),
    ),
    withdrawals_waiting: Type.Optional(
      Type.Integer({
        description: 'Number of withdrawals that are not ended; absent if the role may not see them',
      }),
    ),
    complaints_open: Type.Optional(
      Type.Integer({ description: 'Number of open complaints; absent if the role may not see them' }),
    ),
    support_waiting: Type.Optional(
      Type.Integer({
        description: 'Number of support threads that wait for an answer; absent if the role may not see them',
      }),
    ),
  }),
})

export type DeskMeAnswer = AnswerOf<typeof deskMe>

export const deskChangePassword = defineCall({
  name: 'desk_change_password',
  group: 'Operator console',
  summary: 'Change the operator’s password and end all other sessions',
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
  group: 'Operator console',
  summary: 'Create new recovery codes; the old ones become invalid',
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
