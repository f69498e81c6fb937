import { navigate } from 'wouter/use-browser-location'
import { apiOrigin } from '#contract/api-host.ts'
import { createCaller } from '#desk/calls/caller.ts'
import { createDeskCalls } from '#desk/calls/desk-calls.ts'
import type { DeskParts } from '#desk/parts/desk-parts.tsx'
import { createWatch, type Watch } from '#desk/parts/status-poll.ts'
import { nowMs } from '#desk/platform/clock.ts'
import { randomKey } from '#desk/platform/random.ts'
import { browserTimers } from '#desk/platform/timers.ts'
import { createSession, type Ending, sessionName } from '#desk/stores/session.ts'
import { storedText } from '#desk/stores/stored-text.ts'
import { createTheme, themeName } from '#desk/stores/theme.ts'
import { createMinute } from '#desk/stores/ticking-clock.ts'
import { createWords, languageName } from '#desk/stores/translations.ts'
import { createToasts } from '#ui/toasts-store.ts'

export const deskPath = '/desk'

/** The composition root of the console: everything that lives as long as the page, made and wired once. */
export async function createDeskParts(): Promise<DeskParts> {
  const words = await createWords(
    storedText(() => localStorage, languageName),
    navigator.languages,
  )
  const theme = createTheme(
    storedText(() => localStorage, themeName),
    wearTheme,
  )
  const session = createSession(storedText(() => sessionStorage, sessionName))
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
    sessionOver: () => session.end('over'),
    transportWords: (code) => words.get().t('desk.transport', { code }),
  })
  const calls = createDeskCalls(caller)
  const watch = createWatch({
    me: calls.me,
    timers: browserTimers,
    now: nowMs,
    isVisible: () => document.visibilityState === 'visible',
    unattended: () => out('unattended'),
  })

  function out(because: Exclude<Ending, 'none'>): void {
    // Here one is out at once. Should the server not hear of it, the session ends there by itself, unused.
    calls.signOut().catch(() => undefined)
    session.end(because)
  }

  session.subscribe(() => {
    if (session.token() === undefined) watch.stop()
  })
  if (session.token() !== undefined) watch.begin()
  watchAttention(watch)
  return {
    words,
    theme,
    session,
    toasts,
    calls,
    watch,
    minute: createMinute(browserTimers, nowMs),
    enter(token, operator) {
      session.start(token)
      watch.begin(operator)
    },
    leave() {
      out('left')
      navigate(deskPath)
    },
  }
}

function watchAttention(watch: Watch): void {
  for (const sign of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const)
    window.addEventListener(sign, watch.noticed, { passive: true, capture: true })
  document.addEventListener('visibilitychange', watch.visibilityChanged)
}

function wearTheme(theme: 'light' | 'dark' | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** The server writes it into the page; in development nobody does, and it is the same origin. */
function apiHostMode(): 'same' | 'subdomain' {
  const written = document.querySelector<HTMLMetaElement>('meta[name="openlot-api-host"]')?.content
  return written === 'subdomain' ? 'subdomain' : 'same'
}
