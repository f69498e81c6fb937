import { forexDetail } from '#contract/calls/account.ts'
import { answered, refused } from '#contract/outcome.ts'
import { formatMicros } from '#core/money/micros.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

type Parts = {
  readonly accounts: Pick<Accounts, 'identify'>
  readonly portfolio: Pick<Portfolio, 'funds'>
}

export function readAccountDetail({ accounts, portfolio }: Parts): Route {
  return userRoute(forexDetail, accounts.identify, async (_, { userId }) => {
    const funds = await portfolio.funds(userId)
    if (funds === 'busy') return refused('busy')
    return answered({ balance: formatMicros(funds.balance), lock_balance: formatMicros(funds.locked) })
  })
}
