import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import {
  accountField,
  areaIdField,
  channelField,
  pageField,
  passwordField,
  timestampField,
} from '#contract/calls/shared-fields.ts'

const userFields = Type.Object({
  id: Type.Integer(),
  uid: Type.String({ description: 'Public id of the user, for support requests' }),
  is_demo: Type.Integer({ description: '1 demo account, 0 real account' }),
  email: Type.String({ description: 'Email address; empty if there is none' }),
  area_id: Type.Union([Type.Integer(), Type.Null()], { description: 'Area of the mobile number' }),
  mobile: Type.String({ description: 'National mobile number; empty if there is none' }),
  invite_code: Type.String({ description: 'Invite code of the user; empty for a demo account' }),
  review_status: Type.Integer({
    description: 'Identity check: 0 not submitted or refused, 1 under review, 2 verified',
  }),
  created_at: timestampField,
})

const sessionAnswer = Type.Object({ token: Type.String(), user: userFields })

export const register = defineCall({
  name: 'register',
  group: 'Account and settings',
  summary: 'Open a real account',
  path: '/api/user/register',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    type: channelField,
    account: Type.Optional(
      Type.String({ maxLength: 254, description: 'Email address or national mobile number' }),
    ),
    mobile: Type.Optional(
      Type.String({ maxLength: 64, description: 'National mobile number; needs area_id' }),
    ),
    area_id: Type.Optional(areaIdField),
    password: passwordField,
    re_password: passwordField,
    invite_code: Type.Optional(Type.String({ maxLength: 64 })),
    sms_code: Type.String({
      minLength: 1,
      maxLength: 16,
      description: 'Code that was sent, or the text of the captcha',
    }),
    key: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the captcha, if one is used' })),
    consent: Type.Optional(
      Type.String({ maxLength: 100, description: 'Accepted versions of legal texts, as in give_consent' }),
    ),
  }),
  answer: sessionAnswer,
})

export type RegisterInput = InputOf<typeof register>

export const login = defineCall({
  name: 'login',
  group: 'Account and settings',
  summary: 'Log in with an email address or a mobile number',
  path: '/api/user/loginForU',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({ account: accountField, password: passwordField, login_type: channelField }),
  answer: sessionAnswer,
})

export type LoginInput = InputOf<typeof login>
export type SessionAnswer = AnswerOf<typeof login>

/** Logs in to the demo account of this id, creating it on first use or if the id was revoked. */
export const demoLogin = defineCall({
  name: 'demo_login',
  group: 'Account and settings',
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
      description:
        '32 random hexadecimal characters from the client; the only key to the account. ' +
        'If the account never had an order and was unused for 30 days, the id opens a new one.',
    }),
  }),
  answer: sessionAnswer,
})

export type DemoLoginInput = InputOf<typeof demoLogin>

export const logout = defineCall({
  name: 'logout',
  group: 'Account and settings',
  summary: 'End this session',
  path: '/api/user/logout',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Null(),
})

export const userInfo = defineCall({
  name: 'user_info',
  group: 'Account and settings',
  summary: 'Read the profile of the logged-in user',
  path: '/api/user/info',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: userFields,
})

export type UserFields = AnswerOf<typeof userInfo>

export const sessions = defineCall({
  name: 'sessions',
  group: 'Account and settings',
  summary: 'List active sessions of the user, most recently used first',
  path: '/api/user/sessions',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Array(
    Type.Object({
      id: Type.Integer(),
      current: Type.Integer({ description: '1 for the session of this request' }),
      device: Type.String({ description: 'Browser and device' }),
      address: Type.String(),
      created_at: timestampField,
      last_seen_at: timestampField,
    }),
  ),
})

export type SessionsAnswer = AnswerOf<typeof sessions>

export const signOutOthers = defineCall({
  name: 'sign_out_others',
  group: 'Account and settings',
  summary: 'End all other sessions of the user',
  path: '/api/user/sign_out_others',
  verb: 'POST',
  changes: true,
  access: 'user',
  input: Type.Object({}),
  answer: Type.Object({ count: Type.Integer() }),
})

export type SignOutOthersAnswer = AnswerOf<typeof signOutOthers>

export const loginHistory = defineCall({
  name: 'login_history',
  group: 'Account and settings',
  summary: 'List successful and failed logins of the user, newest first',
  path: '/api/user/logins',
  verb: 'GET',
  changes: false,
  access: 'user',
  input: Type.Object({ page: pageField }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        created_at: timestampField,
        address: Type.String(),
        device: Type.String(),
        success: Type.Integer({ description: '1 logged in, 0 wrong password' }),
      }),
    ),
    total: Type.Integer(),
  }),
})

export type LoginHistoryInput = InputOf<typeof loginHistory>
export type LoginHistoryAnswer = AnswerOf<typeof loginHistory>

export const inviteList = defineCall({
  name: 'invite_list',
  group: 'Account and settings',
  summary: 'List users who registered with the user’s invite code',
  path: '/api/user/invite_list',
  verb: 'GET',
  changes: false,
  access: 'real_user',
  input: Type.Object({ page: pageField }),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Masked email address or mobile number' }),
        created_at: timestampField,
      }),
    ),
    total: Type.Integer(),
  }),
})

export type InviteListInput = InputOf<typeof inviteList>
export type InviteListAnswer = AnswerOf<typeof inviteList>
