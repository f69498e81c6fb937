import { forexChange } from '#contract/calls/forex-change.ts'
import { logRowOf } from '#contract/ledger-wire.ts'
import { answered } from '#contract/outcome.ts'
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
  return userRoute(forexChange, accounts.identify, async ({ page }, { userId }, { language }) => {
    const { data, total } = await portfolio.log(userId, page)
    const say = words(language)
    return answered({ data: data.map((change) => logRowOf(change, language, say)), total })
  })
}
