import { getBalance } from '#contract/calls/account.ts'
import { fundsToWire } from '#contract/figures-wire.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

type Parts = {
  readonly accounts: Pick<Accounts, 'identify'>
  readonly portfolio: Pick<Portfolio, 'funds'>
}

export function readBalance({ accounts, portfolio }: Parts): Route {
  return userRoute(getBalance, accounts.identify, async (_, { userId }) => {
    const funds = await portfolio.funds(userId)
    return funds === 'busy' ? refused('busy') : answered(fundsToWire(funds))
  })
}
