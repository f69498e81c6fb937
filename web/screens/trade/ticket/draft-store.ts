import type { Account } from '#web/account/account.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import { createValueStore, type ValueStore } from '#web/platform/value-store.ts'
import { draftText, parseDraft } from '#web/screens/trade/ticket/ticket-draft.ts'
import { type StoredText, storedText } from '#web/stores/stored-text.ts'
import { tabStorage } from '#web/stores/tab-storage.ts'

/** What somebody has filled in so far, kept over reloads and a detour to the login. */
export type DraftStore = ValueStore<TicketDraft | undefined>

export type DraftParts = {
  readonly stored: StoredText
  /** Whose it is, as text; nothing for what a visitor filled in. */
  readonly storedUser: StoredText
  readonly account: Pick<Account, 'getSnapshot' | 'subscribe'>
}

export const draftName = 'openlot.ticket'

const stores = new WeakMap<AppParts, DraftStore>()

/** The one of this page. */
export function draftOf(parts: AppParts): DraftStore {
  const present = stores.get(parts)
  if (present !== undefined) return present
  const made = createDraftStore({
    stored: storedText(tabStorage(), draftName),
    storedUser: storedText(tabStorage(), `${draftName}.user`),
    account: parts.account,
  })
  stores.set(parts, made)
  return made
}

/** What a visitor filled in goes along into their account; what a user filled in is seen by nobody else. */
export function createDraftStore({ stored, storedUser, account }: DraftParts): DraftStore {
  const draft = createValueStore(parseDraft(stored.read() ?? ''))
  let user = storedUser.read()

  function isTheirs(): boolean {
    const who = account.getSnapshot()
    if (user === undefined) return true
    // Who is not known yet is most likely who was here before.
    return who.kind === 'known' ? String(who.user.id) === user : who.kind !== 'visitor'
  }
  return {
    getSnapshot: () => (isTheirs() ? draft.getSnapshot() : undefined),
    subscribe(listener) {
      const ends = [draft.subscribe(listener), account.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    set(next) {
      const who = account.getSnapshot()
      if (who.kind === 'known') user = String(who.user.id)
      if (who.kind === 'visitor') user = undefined
      storedUser.write(user)
      stored.write(next === undefined ? undefined : draftText(next))
      draft.set(next)
    },
  }
}
