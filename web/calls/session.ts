import type {
  DemoLoginInput,
  LoginInput,
  RegisterInput,
  SessionAnswer,
  SessionsAnswer,
  SignOutOthersAnswer,
} from '#contract/calls/session.ts'
import type {
  CaptchaAnswer,
  ForgetPasswordInput,
  SendEmailInput,
  SendSmsInput,
} from '#contract/calls/verification.ts'
import type { Call } from '#web/calls/call-request.ts'

/** It carries a password, so no key goes with it: what it did is never remembered. The form says a refusal itself. */
export function logIn(call: Call, input: LoginInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({
    path: '/api/user/loginForU',
    verb: 'POST',
    encoding: 'form',
    input,
    quiet: 'refused',
    signal,
  })
}

/** By POST: the id is the only key to the account, and an address is written down in many places. */
export function logInDemo(call: Call, input: DemoLoginInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({ path: '/api/user/createAccountDemoForU', verb: 'POST', input, signal })
}

export function register(call: Call, input: RegisterInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({ path: '/api/user/register', verb: 'POST', encoding: 'form', input, quiet: 'refused', signal })
}

export function resetPassword(call: Call, input: ForgetPasswordInput): Promise<null> {
  // A reset ends every session of its account, and that may be heard before its answer.
  return call({
    path: '/api/user/forget_password',
    verb: 'POST',
    input,
    quiet: 'refused',
    outlivesSession: true,
  })
}

/** A picture to be read by a person, good for one answer. Quiet: where it should stand it says that it is missing. */
export function readCaptcha(call: Call, signal?: AbortSignal): Promise<CaptchaAnswer> {
  return call({ path: '/api/common/captcha', verb: 'GET', quiet: true, signal })
}

/** A code by email. */
export function sendEmail(call: Call, input: SendEmailInput, signal?: AbortSignal): Promise<null> {
  return call({
    path: '/api/notify/send_email',
    verb: 'POST',
    changes: true,
    input,
    quiet: 'refused',
    signal,
  })
}

/** A code by text message. */
export function sendSms(call: Call, input: SendSmsInput, signal?: AbortSignal): Promise<null> {
  return call({ path: '/api/notify/send_sms', verb: 'POST', changes: true, input, quiet: 'refused', signal })
}

/** Ends this session on the server. Quiet: it ends here whatever the server says, and the app has its own words. */
export function logOut(call: Call): Promise<null> {
  return call({ path: '/api/user/logout', verb: 'POST', changes: true, background: true, quiet: true })
}

/** Where one is logged in, the latest use first. Quiet: the list itself says when it could not be fetched. */
export function readSessions(call: Call, signal?: AbortSignal): Promise<SessionsAnswer> {
  return call({ path: '/api/user/sessions', verb: 'GET', quiet: true, signal })
}

/** Ends every session of this account but the one that asks. */
export function signOutOthers(call: Call): Promise<SignOutOthersAnswer> {
  return call({ path: '/api/user/sign_out_others', verb: 'POST', changes: true })
}
