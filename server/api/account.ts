// Account routes: balances, the account log and the reset of a demo account.

import { fundsToWire, heldMoneyToWire, logRowOf, transferTypeFromWire } from '#contract/account-wire.ts'
import { forexChange, forexDetail, getBalance, resetDemo } from '#contract/calls/account.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Engine } from '#server/engine/engine.ts'
import { engineOutcome, type Route, userRoute } from '#server/gateway/gateway.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Users } from '#server/users/users.ts'

type FundsParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly portfolio: Pick<Portfolio, 'funds'>
}

export function readBalance({ users, portfolio }: FundsParts): Route {
  return userRoute(getBalance, users.authenticate, async (_, { userId }) => {
    const funds = await portfolio.funds(userId)
    return funds === 'busy' ? refused('busy') : answered(fundsToWire(funds))
  })
}

export function readAccountDetail({ users, portfolio }: FundsParts): Route {
  return userRoute(forexDetail, users.authenticate, async (_, { userId }) => {
    const funds = await portfolio.funds(userId)
    if (funds === 'busy') return refused('busy')
    return answered(heldMoneyToWire(funds))
  })
}

type LogParts = {
  readonly users: Pick<Users, 'authenticate'>
  readonly portfolio: Pick<Portfolio, 'log'>
  readonly translatorFor: TranslatorFor
}

export function readAccountLog({ users, portfolio, translatorFor }: LogParts): Route {
  return userRoute(forexChange, users.authenticate, async (input, { userId }, { language }) => {
    const { page, limit, type, from: fromMs, to: toMs } = input
    const kind = type === undefined ? undefined : transferTypeFromWire(type)
    const log = await portfolio.log(userId, { page, limit, type: kind, fromMs, toMs })
    if (log === 'busy') return refused('busy')
    const say = translatorFor(language)
    return answered({ data: log.data.map((change) => logRowOf(change, language, say)), total: log.total })
  })
}

type ResetParts = { readonly users: Pick<Users, 'authenticate'>; readonly engine: Pick<Engine, 'submit'> }

export function resetDemoAccount({ users, engine }: ResetParts): Route {
  return userRoute(resetDemo, users.authenticate, async (_, user, { idempotency: key }) => {
    const reply = await engine.submit(user, { kind: 'reset_demo' }, key)
    return engineOutcome(reply, () => answered(null, 'done.demo_reset'))
  })
}
