import type { Call } from '#browser/calls/call-request.ts'
import type {
  CaptchaAnswer,
  ForgetPasswordInput,
  SendEmailInput,
  SendSmsInput,
} from '#contract/calls/credentials.ts'
import type {
  DemoLoginInput,
  LoginInput,
  RegisterInput,
  SessionAnswer,
  SessionsAnswer,
  SignOutOthersAnswer,
} from '#contract/calls/session.ts'

/**
 * Sent without an idempotency key, so that the server stores no outcome of a password login. The form shows refusals.
 */
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

/** POST, because the id is the only credential of the account and URLs end up in logs. */
export function logInDemo(call: Call, input: DemoLoginInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({ path: '/api/user/createAccountDemoForU', verb: 'POST', input, signal })
}

export function register(call: Call, input: RegisterInput, signal?: AbortSignal): Promise<SessionAnswer> {
  return call({ path: '/api/user/register', verb: 'POST', encoding: 'form', input, quiet: 'refused', signal })
}

export function resetPassword(call: Call, input: ForgetPasswordInput): Promise<null> {
  // A reset ends every session of the account, and the socket may report that before the answer. The answer is still
  // shown.
  return call({
    path: '/api/user/forget_password',
    verb: 'POST',
    input,
    quiet: 'refused',
    outlivesSession: true,
  })
}

/** A captcha image, valid for one attempt. Quiet: the captcha field shows its own error. */
export function readCaptcha(call: Call, signal?: AbortSignal): Promise<CaptchaAnswer> {
  return call({ path: '/api/common/captcha', verb: 'GET', quiet: true, signal })
}

/** Sends a verification code by email. */
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

/** Sends a verification code by text message. */
export function sendSms(call: Call, input: SendSmsInput, signal?: AbortSignal): Promise<null> {
  return call({ path: '/api/notify/send_sms', verb: 'POST', changes: true, input, quiet: 'refused', signal })
}

/** Ends this session on the server. Quiet: the browser ends the session whatever the server answers. */
export function logOut(call: Call): Promise<null> {
  return call({ path: '/api/user/logout', verb: 'POST', changes: true, background: true, quiet: true })
}

/** The user's sessions, most recently used first. Quiet, like every list. */
export function readSessions(call: Call, signal?: AbortSignal): Promise<SessionsAnswer> {
  return call({ path: '/api/user/sessions', verb: 'GET', quiet: true, signal })
}

/** Ends every other session of this account. */
export function signOutOthers(call: Call): Promise<SignOutOthersAnswer> {
  return call({ path: '/api/user/sign_out_others', verb: 'POST', changes: true })
}
