import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { FundsRequestKind } from '#web/calls/funds.ts'
import { readDrawConditions } from '#web/calls/funds.ts'
import { type AppParts, useParts, useStore } from '#web/parts/app-parts.tsx'
import { createFundsRequests, type FundsRequests, type SentRequest } from '#web/parts/funds/funds-requests.ts'
import { fundsKeyPrefix } from '#web/parts/requests/forget-requests.ts'
import { keptRequestsParts, useUserId } from '#web/parts/requests/use-requests.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

const createRequests = (parts: AppParts) => createFundsRequests(keptRequestsParts(parts, fundsKeyPrefix))

export function useFundsRequests(): FundsRequests {
  return useParts().late.once(createRequests)
}

/** The oldest request of this user and these kinds without an outcome. */
export function useUnconfirmed(kinds: readonly FundsRequestKind[]): SentRequest | undefined {
  const userId = useUserId()
  const unconfirmed = useStore(useFundsRequests().unconfirmed)
  return unconfirmed.find((sent) => sent.userId === userId && kinds.includes(sent.kind))
}

/** Calls `run` after each change of the account, such as a credited deposit. */
export function useOnAccountChange(run: () => void): void {
  const { funds } = useParts().portfolio
  const version = useSyncExternalStore(funds.subscribe, () => {
    const state = funds.getSnapshot()
    return state.kind === 'known' ? state.amounts.version : undefined
  })
  const last = useRef(version)
  const changed = useEffectEvent(run)
  useEffect(() => {
    const isFirst = last.current === undefined
    if (last.current === version) return
    last.current = version
    if (!isFirst) changed()
  }, [version])
}

/** What a withdrawal needs, and how much can be withdrawn now. */
export function useDrawConditions() {
  const query = useServerQuery({
    key: ['draw_conditions'],
    read: (call, signal) => readDrawConditions(call, signal),
  })
  useOnAccountChange(() => void query.refetch())
  return query
}
