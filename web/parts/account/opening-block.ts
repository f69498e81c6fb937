// Whether the user's account may open orders: a real account may not, while real trades are off.
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { CurrentUserState } from '#web/user/current-user.ts'
import { createRealTrades, type RealTrades } from '#web/user/real-trades.ts'

export function realTradesOf({ late }: Pick<AppParts, 'late'>): RealTrades {
  return late.once(createStore)
}

function createStore({ basicInfo, hasSimulatedPrices }: AppParts): RealTrades {
  return createRealTrades({ basicInfo, hasSimulatedPrices })
}

/** False while anything is unknown: the server decides. */
export function isOpeningBlocked(account: CurrentUserState, realTrades: boolean | undefined): boolean {
  return realTrades === false && isRealAccount(account)
}

export function isRealAccount(account: CurrentUserState): boolean {
  return account.kind === 'known' && account.user.is_demo !== 1
}
