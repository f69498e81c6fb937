// Verification routes: captchas, codes by email and SMS, and the passwords they protect.
import { amendPassword, captcha, forgetPassword, sendEmail, sendSms } from '#contract/calls/credentials.ts'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { channelFromWire } from '#contract/user-wire.ts'
import type { Channel } from '#core/user/contact.ts'
import { clientInfoOf } from '#server/api/client-info.ts'
import type { Codes } from '#server/codes/codes.ts'
import { type Caller, limitKeyOf, type Route, route, userRoute } from '#server/gateway/gateway.ts'
import type { Users } from '#server/users/users.ts'

export function drawCaptcha(codes: Pick<Codes, 'drawCaptcha'>): Route {
  return route(captcha, async (_, { address }) => {
    const drawn = await codes.drawCaptcha({ address: limitKeyOf(address) })
    if (drawn.kind === 'drawn') return answered({ id: drawn.id, b64s: drawn.image })
    return { kind: 'too_many_requests', retryAfterSeconds: drawn.retryAfterSeconds }
  })
}

export function sendCodeByEmail(users: Users): Route {
  return route(sendEmail, async ({ to, type }, caller) =>
    codeSentAnswer(await sendCode(users, { channel: 'email', to, areaId: undefined, type }, caller)),
  )
}

export function sendCodeBySms(users: Users): Route {
  return route(sendSms, async ({ to, area_id, type }, caller) =>
    codeSentAnswer(await sendCode(users, { channel: 'mobile', to, areaId: area_id, type }, caller)),
  )
}

type CodeCall = {
  readonly channel: Channel
  readonly to: string | undefined
  readonly areaId: number | undefined
  readonly type: number
}

/** Types on the wire: 1 register, 2 reset or change a password, 3 payout method, 4 withdrawal. */
async function sendCode(users: Users, { channel, to = '', areaId, type }: CodeCall, caller: Caller) {
  const clientInfo = clientInfoOf(caller)
  if (type <= 2) {
    if (to === '') return refused('invalid_input', { field: 'to' })
    const purpose = type === 1 ? 'register' : 'reset'
    return await users.sendCode({ channel, to, areaId, purpose }, clientInfo)
  }
  const user = caller.token === undefined ? undefined : await users.authenticate(caller.token)
  if (user === undefined) return { kind: 'session_invalid' } as const
  const purpose = type === 3 ? 'payout_method' : 'withdrawal'
  return await users.sendOwnCode(user, { channel, purpose }, clientInfo)
}

function codeSentAnswer(sent: Awaited<ReturnType<Users['sendCode']>>): Outcome<null> {
  return sent.kind === 'sent' ? answered(null, 'done.code_sent') : sent
}

export function resetPassword(users: Users): Route {
  return route(forgetPassword, async (input, caller) => {
    const reset = {
      channel: channelFromWire(input.type),
      account: input.account,
      password: input.new_password,
      repeated: input.secondary_password,
      code: input.auth_code,
    }
    const done = await users.resetPassword(reset, clientInfoOf(caller))
    return done.kind === 'set' ? answered(null, 'done.password_reset') : done
  })
}

export function changePassword(users: Users): Route {
  return userRoute(amendPassword, users.authenticate, async (input, { userId, sessionId }, caller) => {
    const change = {
      userId,
      sessionId,
      channel: channelFromWire(input.type),
      code: input.auth_code,
      oldPassword: input.old_password,
      newPassword: input.new_password,
    }
    const done = await users.changePassword(change, clientInfoOf(caller))
    return done.kind === 'set' ? answered(null, 'done.password_changed') : done
  })
}
