import { Type } from 'typebox'
import { type AnswerOf, defineCall, type InputOf } from '#contract/call.ts'
import {
  accountField,
  areaIdField,
  channelField,
  codeField,
  passwordField,
} from '#contract/calls/shared-fields.ts'

export const captcha = defineCall({
  name: 'captcha',
  group: 'Account and settings',
  summary: 'Create a captcha, valid for one use and five minutes',
  path: '/api/common/captcha',
  verb: 'GET',
  changes: false,
  access: 'anyone',
  input: Type.Object({}),
  answer: Type.Object({
    id: Type.String(),
    b64s: Type.String({ description: 'Image as a data URL' }),
  }),
})

export type CaptchaAnswer = AnswerOf<typeof captcha>

const codePurposeField = Type.Integer({
  minimum: 1,
  maximum: 4,
  description:
    '1 register, 2 reset or change a password, 3 add a payout method, 4 withdraw; 3 and 4 need a session of a real account',
})

const codeRecipientField = Type.Optional(
  Type.String({
    maxLength: 254,
    description: "Needed for types 1 and 2. Ignored for 3 and 4: the code goes to the account's own address",
  }),
)

export const sendEmail = defineCall({
  name: 'send_email',
  group: 'Account and settings',
  summary: 'Send a verification code by email',
  path: '/api/notify/send_email',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object({ to: codeRecipientField, type: codePurposeField }),
  answer: Type.Null(),
})

export type SendEmailInput = InputOf<typeof sendEmail>

export const sendSms = defineCall({
  name: 'send_sms',
  group: 'Account and settings',
  summary: 'Send a verification code by text message',
  path: '/api/notify/send_sms',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  input: Type.Object({ to: codeRecipientField, area_id: Type.Optional(areaIdField), type: codePurposeField }),
  answer: Type.Null(),
})

export type SendSmsInput = InputOf<typeof sendSms>

export const forgetPassword = defineCall({
  name: 'forget_password',
  group: 'Account and settings',
  summary: 'Set a new password with a verification code and end all sessions',
  path: '/api/user/forget_password',
  verb: 'POST',
  changes: true,
  access: 'anyone',
  carriesSecret: true,
  input: Type.Object({
    type: channelField,
    account: accountField,
    new_password: passwordField,
    secondary_password: passwordField,
    auth_code: codeField,
  }),
  answer: Type.Null(),
})

export type ForgetPasswordInput = InputOf<typeof forgetPassword>

export const amendPassword = defineCall({
  name: 'amend_password',
  group: 'Account and settings',
  summary: 'Change the password and end all other sessions',
  path: '/api/user/amend_password',
  verb: 'POST',
  changes: true,
  access: 'real_user',
  carriesSecret: true,
  input: Type.Object({
    type: channelField,
    auth_code: codeField,
    old_password: Type.Optional(passwordField),
    new_password: passwordField,
  }),
  answer: Type.Null(),
})

export type AmendPasswordInput = InputOf<typeof amendPassword>
