import { useEffect } from 'react'
import { isOpeningBlocked, isRealAccount, realTradesOf } from '#web/parts/account/opening-block.ts'
import { useAccount, useParts, useStore } from '#web/parts/app-parts.tsx'

/** Asks the server whether real accounts may open orders, each time a form for a new order is shown to one. */
export function useRefreshedRealTrades(isShown: boolean): void {
  const parts = useParts()
  const isWanted = isRealAccount(useAccount()) && isShown
  useEffect(() => {
    if (isWanted) void realTradesOf(parts).refresh()
  }, [parts, isWanted])
}

export function useOpeningBlock(): boolean {
  return isOpeningBlocked(useAccount(), useStore(realTradesOf(useParts())))
}
