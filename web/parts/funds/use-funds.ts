import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import { isRecord } from '#browser/platform/parse-record.ts'
import { randomKey } from '#browser/platform/random.ts'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import type { FundsRequestKind } from '#web/calls/funds.ts'
import { readDrawConditions } from '#web/calls/funds.ts'
import { type AppParts, useAccount, useParts, useStore, useTranslate } from '#web/parts/app-parts.tsx'
import {
  createFundsRequests,
  type FundsRequests,
  requestKeyPrefix,
  type SentRequest,
} from '#web/parts/funds/funds-requests.ts'
import {
  createSeenStatuses,
  type SeenList,
  type SeenStatuses,
  type StatusRecord,
  seenStorageKey,
} from '#web/parts/funds/seen-statuses.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

function createRequests({ caller, now }: AppParts): FundsRequests {
  return createFundsRequests({
    call: caller.call,
    storage: browserStorage(),
    newKey: randomKey,
    now,
    onStorageChange: (handler) =>
      window.addEventListener('storage', ({ key }) => {
        // The key is null when the whole storage was cleared.
        if (key?.startsWith(requestKeyPrefix) ?? true) handler()
      }),
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

const createSeen = (): SeenStatuses => createSeenStatuses(storedText(browserStorage(), seenStorageKey))

/** Returns the records whose status has changed since the user saw it last, once. */
export function useSeenStatuses(): SeenStatuses {
  return useParts().late.once(createSeen)
}

type StatusNews<Item> = {
  readonly list: SeenList['list']
  readonly records: readonly Item[]
  readonly textOf: (record: Item) => string
}

/** Tells in a toast when the status of a record has changed since it was last read. */
export function useStatusNews<Item extends StatusRecord>({ list, records, textOf }: StatusNews<Item>): void {
  const { toasts } = useParts()
  const userId = useUserId()
  const seen = useSeenStatuses()
  const tell = useEffectEvent((read: readonly Item[]) => {
    for (const record of seen.see({ userId, list }, read)) toasts.show({ text: textOf(record), tone: 'good' })
  })
  useEffect(() => {
    if (userId !== 0 && records.length > 0) tell(records)
  }, [records, userId])
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
