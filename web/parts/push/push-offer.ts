import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

/** What the user has just done, if the offer is to say so too. */
type OfferReason = { readonly said: string | undefined }

/** Set when the user has just done something that pushes would tell about. The card decides whether it may ask. */
export type PushOffer = ReadableStore<OfferReason | undefined> & {
  /** `said` replaces a toast, which would cover the offer. */
  readonly offer: (said?: string) => void
  /** The user has answered, or is not to be asked. */
  readonly settle: () => void
}

export function pushOfferOf({ late }: AppParts): PushOffer {
  return late.once(createPushOffer)
}

/** An offer ends with the session: another user has done nothing yet. */
function createPushOffer({ session }: AppParts): PushOffer {
  const reason = createValueStore<OfferReason | undefined>(undefined)
  const settle = () => reason.set(undefined)
  session.subscribe(settle)
  return {
    getSnapshot: reason.getSnapshot,
    subscribe: reason.subscribe,
    offer: (said) => reason.set({ said }),
    settle,
  }
}
