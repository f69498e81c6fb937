import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import { isRecord } from '#browser/platform/parse-record.ts'
import { randomKey } from '#browser/platform/random.ts'
import { browserStorage } from '#browser/storage/stored-text.ts'
import type { FundsRequestKind } from '#web/calls/funds.ts'
import { readDrawConditions } from '#web/calls/funds.ts'
import { type AppParts, useAccount, useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import { requestKeyPrefix } from '#web/parts/funds/forget-requests.ts'
import { createFundsRequests, type FundsRequests, type SentRequest } from '#web/parts/funds/funds-requests.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

function createRequests({ caller, now, session }: AppParts): FundsRequests {
  return createFundsRequests({
    call: caller.call,
    storage: browserStorage(),
    newKey: randomKey,
    now,
    onStorageChange(handler) {
      // A logout removes the requests.
      session.subscribe(handler)
      window.addEventListener('storage', ({ key }) => {
        // The key is null when the whole storage was cleared.
        if (key?.startsWith(requestKeyPrefix) ?? true) handler()
      })
    },
  })
}

export function useFundsRequests(): FundsRequests {
  return useParts().late.once(createRequests)
}

/** The id of the logged-in user. 0 until it is known. */
export function useUserId(): number {
  const account = useAccount()
  return account.kind === 'known' ? account.user.id : 0
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

/** The reason of a refusal, also one that this client does not know. */
export function refusalReason(failure: CallFailure): string | undefined {
  if (failure.kind !== 'refused' || !isRecord(failure.data)) return undefined
  return typeof failure.data['reason'] === 'string' ? failure.data['reason'] : undefined
}

/** Shows a failure that belongs to no field in a toast. */
export function useShowFailure(): (failure: unknown) => void {
  const { toasts } = useParts()
  const t = useTranslate()
  return (failure) => {
    if (!isCallFailure(failure)) throw failure
    // The caller has shown the others.
    if (failure.kind !== 'refused') return
    const text = failureMessage(failure, (code) => t('transport.failed', { code }))
    if (text !== '') toasts.show({ text, tone: 'danger' })
  }
}
