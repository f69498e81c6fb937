import { forexChange } from '#contract/calls/account.ts'
import { logRowOf, transferTypeFromWire } from '#contract/ledger-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Words } from '#server/platform/words.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

type Parts = {
  readonly accounts: Pick<Accounts, 'identify'>
  readonly portfolio: Pick<Portfolio, 'log'>
  readonly words: Words
}

export function readAccountLog({ accounts, portfolio, words }: Parts): Route {
  return userRoute(forexChange, accounts.identify, async (input, { userId }, { language }) => {
    const { page, limit, type, from: fromMs, to: toMs } = input
    const kind = type === undefined ? undefined : transferTypeFromWire(type)
    const log = await portfolio.log(userId, { page, limit, type: kind, fromMs, toMs })
    if (log === 'busy') return refused('busy')
    const say = words(language)
    return answered({ data: log.data.map((change) => logRowOf(change, language, say)), total: log.total })
  })
}
