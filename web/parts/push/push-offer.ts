import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'

/** Whether the user has just done something that pushes would tell about. The card decides whether it may ask. */
export type PushOffer = ReadableStore<boolean> & {
  readonly offer: () => void
  /** The user has answered, or is not to be asked. */
  readonly settle: () => void
}

export function pushOfferOf({ late }: AppParts): PushOffer {
  return late.once(createPushOffer)
}

/** An offer ends with the session: another user has done nothing yet. */
function createPushOffer({ session }: AppParts): PushOffer {
  const isOffered = createValueStore(false)
  const settle = () => isOffered.set(false)
  session.subscribe(settle)
  return {
    getSnapshot: isOffered.getSnapshot,
    subscribe: isOffered.subscribe,
    offer: () => isOffered.set(true),
    settle,
  }
}
