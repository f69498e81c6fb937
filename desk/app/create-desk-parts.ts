import { navigate } from 'wouter/use-browser-location'
import { apiOrigin } from '#contract/api-host.ts'
import { createCaller } from '#desk/calls/caller.ts'
import { createDeskCalls } from '#desk/calls/desk-calls.ts'
import type { DeskParts } from '#desk/parts/desk-parts.tsx'
import { createStatusPoll, type StatusPoll } from '#desk/parts/status-poll.ts'
import { nowMs } from '#desk/platform/clock.ts'
import { randomKey } from '#desk/platform/random.ts'
import { browserTimers } from '#desk/platform/timers.ts'
import { createSession, type SignOutReason, sessionStorageKey } from '#desk/stores/session.ts'
import { storedText } from '#desk/stores/stored-text.ts'
import { createTheme, themeStorageKey } from '#desk/stores/theme.ts'
import { createTickingClock } from '#desk/stores/ticking-clock.ts'
import { createTranslations, languageStorageKey } from '#desk/stores/translations.ts'
import { createToasts } from '#ui/toasts-store.ts'

export const deskPath = '/desk'

/** The composition root of the console: everything that lives as long as the page, made and wired once. */
export async function createDeskParts(): Promise<DeskParts> {
  const words = await createTranslations(
    storedText(() => localStorage, languageStorageKey),
    navigator.languages,
  )
  const theme = createTheme(
    storedText(() => localStorage, themeStorageKey),
    applyTheme,
  )
  const session = createSession(storedText(() => sessionStorage, sessionStorageKey))
  const toasts = createToasts()
  const caller = createCaller({
    fetch: (...request) => fetch(...request),
    origin: apiOrigin(apiHostMode(), location.origin),
    language: () => words.get().language,
    now: nowMs,
    timers: browserTimers,
    token: session.token,
    newKey: randomKey,
    toast: (text, tone) => toasts.show({ text, tone }),
    onSessionExpired: () => session.end('over'),
    transportText: (code) => words.get().t('desk.transport', { code }),
  })
  const calls = createDeskCalls(caller)
  const watch = createStatusPoll({
    me: calls.me,
    timers: browserTimers,
    now: nowMs,
    isVisible: () => document.visibilityState === 'visible',
    onIdle: () => out('unattended'),
  })

  function out(because: Exclude<SignOutReason, 'none'>): void {
    // Here one is out at once. Should the server not hear of it, the session ends there by itself, unused.
    calls.signOut().catch(() => undefined)
    session.end(because)
  }

  session.subscribe(() => {
    if (session.token() === undefined) watch.stop()
  })
  if (session.token() !== undefined) watch.start()
  trackActivity(watch)
  return {
    translations: words,
    theme,
    session,
    toasts,
    calls,
    statusPoll: watch,
    clock: createTickingClock(browserTimers, nowMs),
    startSession(token, operator) {
      session.start(token)
      watch.start(operator)
    },
    signOut() {
      out('left')
      navigate(deskPath)
    },
  }
}

function trackActivity(watch: StatusPoll): void {
  for (const sign of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const)
    window.addEventListener(sign, watch.recordActivity, { passive: true, capture: true })
  document.addEventListener('visibilitychange', watch.visibilityChanged)
}

function applyTheme(theme: 'light' | 'dark' | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** The server writes it into the page; in development nobody does, and it is the same origin. */
function apiHostMode(): 'same' | 'subdomain' {
  const written = document.querySelector<HTMLMetaElement>('meta[name="openlot-api-host"]')?.content
  return written === 'subdomain' ? 'subdomain' : 'same'
}
