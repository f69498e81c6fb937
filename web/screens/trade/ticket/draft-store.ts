import type { AppParts } from '#web/parts/app-parts.tsx'
import { createValueStore, type ValueStore } from '#web/platform/value-store.ts'
import { draftText, parseDraft } from '#web/screens/trade/ticket/ticket-draft.ts'
import type { TicketDraft } from '#web/screens/trade/ticket/ticket-types.ts'
import { type StoredText, storedText } from '#web/stores/stored-text.ts'
import { tabStorage } from '#web/stores/tab-storage.ts'

/** What somebody has filled in so far, kept over reloads and a detour to the login. */
export type DraftStore = ValueStore<TicketDraft | undefined>

export const draftName = 'openlot.ticket'

const stores = new WeakMap<AppParts, DraftStore>()

/** The one of this page. */
export function draftOf(parts: AppParts): DraftStore {
  const present = stores.get(parts)
  if (present !== undefined) return present
  const made = createDraftStore(storedText(tabStorage(), draftName))
  stores.set(parts, made)
  return made
}

export function createDraftStore(stored: StoredText): DraftStore {
  const draft = createValueStore(parseDraft(stored.read() ?? ''))
  return {
    getSnapshot: draft.getSnapshot,
    subscribe: draft.subscribe,
    set(next) {
      stored.write(next === undefined ? undefined : draftText(next))
      draft.set(next)
    },
  }
}
