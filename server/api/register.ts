import { register } from '#contract/calls/register.ts'
import { channelFromWire } from '#contract/channel-wire.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { sessionAnswer } from '#server/api/session-answer.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'

type Parts = { readonly accounts: Accounts; readonly kyc: Kyc }

export function openAccount({ accounts, kyc }: Parts): Route {
  return route(register, async (input, caller) => {
    const channel = channelFromWire(input.type)
    const { account = '', mobile = '' } = input
    const isMobile = channel === 'mobile' && mobile !== ''
    const user = caller.token === undefined ? undefined : await accounts.identify(caller.token)
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
    return await sessionAnswer(await accounts.register(request, visitOf(caller)), kyc, 'done.registered')
  })
}
