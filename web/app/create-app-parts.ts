import { navigate } from 'wouter/use-browser-location'
import { type ApiHostMode, apiOrigin, socketAddress } from '#contract/api-host.ts'
import { createToasts } from '#ui/toasts-store.ts'
import { createCaller } from '#web/calls/caller.ts'
import { createLoadingCount } from '#web/calls/loading-count.ts'
import { browserSocket } from '#web/live/browser-socket.ts'
import { createLive } from '#web/live/live.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { addressOf, loginPath } from '#web/parts/login-path.ts'
import { nowMs } from '#web/platform/clock.ts'
import { randomFraction, randomKey } from '#web/platform/random.ts'
import { browserTimers } from '#web/platform/timers.ts'
import { createSession, sessionName } from '#web/stores/session.ts'
import { browserStorage, storedText } from '#web/stores/stored-text.ts'
import { createWordsStore, languageName } from '#web/stores/words.ts'

/** The composition root of the app: everything that lives as long as the page, made and wired once. */
export async function createAppParts(): Promise<AppParts> {
  const storage = browserStorage()
  const words = await createWordsStore(storedText(storage, languageName), navigator.languages)
  const session = createSession(storedText(storage, sessionName))
  const toasts = createToasts()
  const loading = createLoadingCount()
  const origin = apiOrigin(apiHostMode(), location.origin)
  const token = session.getSnapshot
  const language = () => words.getSnapshot().language
  const shared = { timers: browserTimers, random: randomFraction, token, sessionInvalid }

  function sessionInvalid(): void {
    session.end()
    if (location.pathname !== '/login') navigate(loginPath(addressOf(location.pathname, location.search)))
  }

  const caller = createCaller({
    ...shared,
    fetch: (...request) => fetch(...request),
    apiOrigin: () => origin,
    language,
    now: nowMs,
    newKey: randomKey,
    toast: (text, kind) => toasts.show({ text, tone: kind === 'error' ? 'danger' : 'good' }),
    busy: loading,
    transportWords: (code) => words.getSnapshot().t('transport.failed', { code }),
  })
  const live = createLive({
    ...shared,
    openSocket: browserSocket,
    url: () => `${socketAddress(origin)}?lang=${language()}`,
    reportError,
  })
  session.subscribe(live.sessionChanged)
  window.addEventListener('storage', session.reread)
  window.addEventListener('online', live.wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.wake()
  })
  return { words, session, toasts, loading, caller, live }
}

/** The server writes it into the page; in development nobody does, and it is the same origin. */
function apiHostMode(): ApiHostMode {
  const written = document.querySelector<HTMLMetaElement>('meta[name="openlot-api-host"]')?.content
  return written === 'subdomain' ? 'subdomain' : 'same'
}
