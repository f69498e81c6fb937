import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import { isRecord } from '#browser/platform/parse-record.ts'
import { randomKey } from '#browser/platform/random.ts'
import { browserStorage } from '#browser/storage/stored-text.ts'
import { type AppParts, useAccount, useParts, useTranslate } from '#web/parts/app-parts.tsx'
import type { KeptRequestsParts } from '#web/parts/requests/kept-requests.ts'

/** What kept requests need of the app, for those whose storage items begin with `keyPrefix`. */
export function keptRequestsParts({ caller, now, session }: AppParts, keyPrefix: string): KeptRequestsParts {
  return {
    call: caller.call,
    storage: browserStorage(),
    newKey: randomKey,
    now,
    onStorageChange(handler) {
      // A logout removes the requests.
      session.subscribe(handler)
      window.addEventListener('storage', ({ key }) => {
        // The key is null when the whole storage was cleared.
        if (key?.startsWith(keyPrefix) ?? true) handler()
      })
    },
  }
}

/** The id of the logged-in user. 0 until it is known. */
export function useUserId(): number {
  const account = useAccount()
  return account.kind === 'known' ? account.user.id : 0
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
