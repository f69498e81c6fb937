import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import type { FileComplaintInput } from '#contract/calls/complaints.ts'
import { type AppParts, useParts, useStore } from '#web/parts/app-parts.tsx'
import { complaintDraftKey } from '#web/parts/requests/forget-requests.ts'
import { useUserId } from '#web/parts/requests/use-requests.ts'
import {
  type ComplaintDraft,
  emptyDraft,
  isSent,
  parseStoredDraft,
  type StoredDraft,
  storedDraft,
} from '#web/screens/complaints/complaint-draft.ts'

type DraftStore = ReadableStore<StoredDraft | undefined> & {
  readonly save: (userId: number, draft: ComplaintDraft) => void
  /** Removes the draft of this user if it still is what was sent. */
  readonly removeSent: (userId: number, input: FileComplaintInput) => void
}

/** The draft in the storage of the browser. It outlives a reload and a lost session, and all tabs share it. */
function createDraftStore({ session }: AppParts): DraftStore {
  const stored = storedText(browserStorage(), complaintDraftKey)
  const read = () => parseStoredDraft(stored.read() ?? '')
  const store = createValueStore(read())
  const reread = () => store.set(read())
  // A logout removes the draft.
  session.subscribe(reread)
  window.addEventListener('storage', ({ key }) => {
    // The key is null when the whole storage was cleared.
    if (key === null || key === complaintDraftKey) reread()
  })
  function save(userId: number, draft: ComplaintDraft): void {
    stored.write(storedDraft(userId, draft))
    store.set({ userId, draft })
  }
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    save,
    removeSent(userId, input) {
      if (isSent(store.getSnapshot(), userId, input)) save(userId, emptyDraft)
    },
  }
}

export function useComplaintDraft() {
  const store = useParts().late.once(createDraftStore)
  const userId = useUserId()
  const saved = useStore(store)
  return {
    /** Empty if the stored one is of another user. */
    draft: saved?.userId === userId ? saved.draft : emptyDraft,
    change: (next: ComplaintDraft) => store.save(userId, next),
    /** Empties the draft once it was sent, unless it has changed since, or another user has logged in. */
    removeSent: (input: FileComplaintInput) => store.removeSent(userId, input),
  }
}
