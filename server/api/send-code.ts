import { sendEmail, sendSms } from '#contract/calls/verification.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { visitOf } from '#server/api/visit.ts'
import { type Route, route } from '#server/gateway/gateway.ts'

export function sendCodeByEmail(accounts: Accounts): Route {
  return route(sendEmail, async ({ to, type }, caller) => {
    const request = { channel: 'email', to, areaId: undefined, purpose: purposeOf(type) } as const
    return sendingAnswer(await accounts.sendCode(request, visitOf(caller)))
  })
}

export function sendCodeBySms(accounts: Accounts): Route {
  return route(sendSms, async ({ to, area_id, type }, caller) => {
    const request = { channel: 'mobile', to, areaId: area_id, purpose: purposeOf(type) } as const
    return sendingAnswer(await accounts.sendCode(request, visitOf(caller)))
  })
}

/** The wire counts purposes: 1 register, 2 reset or change a password. */
function purposeOf(type: number): 'register' | 'reset' {
  return type === 1 ? 'register' : 'reset'
}

function sendingAnswer(sent: Awaited<ReturnType<Accounts['sendCode']>>): Outcome<null> {
  return sent.kind === 'sent' ? answered(null, 'done.code_sent') : sent
}
