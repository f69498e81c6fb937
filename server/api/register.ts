import { register } from '#contract/calls/session.ts'
import { channelFromWire } from '#contract/channel-wire.ts'
import { type EntryRouteParts, sessionAnswer } from '#server/api/session-answer.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'

export function openAccount(parts: EntryRouteParts): Route {
  return route(register, async (input, caller) => {
    const channel = channelFromWire(input.type)
    const { account = '', mobile = '' } = input
    const isMobile = channel === 'mobile' && mobile !== ''
    const user = caller.token === undefined ? undefined : await parts.accounts.identify(caller.token)
    const request = {
      channel,
      contact: isMobile ? mobile : account,
      contactField: isMobile ? 'mobile' : 'account',
      areaId: input.area_id,
      password: input.password,
      repeated: input.re_password,
      inviteCode: input.invite_code ?? '',
      code: input.sms_code,
      captchaId: input.key ?? '',
      userId: user?.userId,
    }
    return await sessionAnswer(
      await parts.accounts.register(request, visitOf(caller)),
      parts,
      'done.registered',
    )
  })
}
