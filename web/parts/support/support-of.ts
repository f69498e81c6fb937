import { nowMs } from '#browser/platform/clock.ts'
import { randomFraction, randomKey } from '#browser/platform/random.ts'
import { browserTimers } from '#browser/platform/timers.ts'
import { browserStorage } from '#browser/storage/stored-text.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { createSupport, type Support } from '#web/support/support.ts'

/** The support chat of this page, created at the first use. */
export function supportOf({ late }: AppParts): Support {
  return late.once(createPageSupport)
}

function createPageSupport({ caller, live, session, currentUser, supportThread }: AppParts): Support {
  const isPresent = () => document.visibilityState === 'visible'
  return createSupport({
    ...{ call: caller.call, live, timers: browserTimers, random: randomFraction, now: nowMs },
    ...{ newKey: randomKey, storage: browserStorage(), session, thread: supportThread, isPresent },
    userIdOf(token) {
      const account = currentUser.getSnapshot()
      return account.kind === 'known' && account.token === token ? account.user.id : undefined
    },
    onUser: currentUser.subscribe,
    onWake(handler) {
      live.onReconnect(handler)
      window.addEventListener('online', handler)
      document.addEventListener('visibilitychange', () => {
        if (isPresent()) handler()
      })
    },
    onStorageChange: (handler) => window.addEventListener('storage', ({ key }) => handler(key)),
  })
}
