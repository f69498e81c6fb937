import { navigate } from 'wouter/use-browser-location'
import { createCaller } from '#browser/calls/caller.ts'
import { browserSocket } from '#browser/live/connection.ts'
import { createProbedSocketOpener, createReachabilityProbe } from '#browser/live/reachability.ts'
import { nowMs } from '#browser/platform/clock.ts'
import { pageApiOrigin } from '#browser/platform/page-meta.ts'
import { randomFraction, randomKey } from '#browser/platform/random.ts'
import { browserTimers } from '#browser/platform/timers.ts'
import { createQueryClient } from '#browser/queries/query-client.ts'
import { browserStorage, storedText, tabStorage } from '#browser/storage/stored-text.ts'
import { socketAddress } from '#contract/api-host.ts'
import { deskSocketPath } from '#contract/live.ts'
import { createDeskCalls } from '#desk/calls/desk-calls.ts'
import { createDeskLive, type DeskLive } from '#desk/live/desk-live.ts'
import { type AnswerSender, createAnswerSender } from '#desk/parts/answer-sender.ts'
import type { DeskParts } from '#desk/parts/desk-parts.tsx'
import { createStatusPoll, type StatusPoll } from '#desk/parts/status-poll.ts'
import {
  createOperatorSession,
  type SignOutReason,
  sessionStorageKey,
} from '#desk/stores/operator-session.ts'
import {
  createSupportDrafts,
  createUnsentAnswers,
  supportDraftsStorageKey,
  unsentAnswersStorageKey,
} from '#desk/stores/support-answers.ts'
import { createTheme, themeStorageKey } from '#desk/stores/theme.ts'
import { createTickingClock } from '#desk/stores/ticking-clock.ts'
import { createDeskTranslations, languageStorageKey } from '#desk/stores/translations.ts'
import { createTypedAnswers, typedAnswersStorageKey } from '#desk/stores/typed-answers.ts'
import { createTypedTexts, typedTextsStorageKey } from '#desk/stores/typed-texts.ts'
import { createToasts } from '#ui/toasts-store.ts'

export const deskPath = '/desk'

/** Composition root of the console: creates and connects everything that lives as long as the page. */
export async function createDeskParts(): Promise<DeskParts> {
  const translations = await createDeskTranslations({
    stored: storedText(browserStorage(), languageStorageKey),
    preferred: navigator.languages,
    reportError,
  })
  const theme = createTheme(storedText(browserStorage(), themeStorageKey), applyTheme)
  // In the storage of the tab, so that closing the tab signs out.
  const session = createOperatorSession(storedText(tabStorage(), sessionStorageKey))
  const toasts = createToasts()
  const origin = pageApiOrigin()
  const caller = createCaller({
    fetch: (...request) => fetch(...request),
    apiOrigin: () => origin,
    language: () => translations.getSnapshot().language,
    now: nowMs,
    timers: browserTimers,
    token: session.getSnapshot,
    newKey: randomKey,
    toast: (text, kind) => toasts.show({ text, tone: kind === 'error' ? 'danger' : 'good' }),
    sessionInvalid: () => session.end('over'),
    hasQuietSessionEnd: true,
    transportMessage: (code) => translations.getSnapshot().t('desk.transport', { code }),
  })
  const calls = createDeskCalls(caller)
  // Personal data is dropped as soon as its screen closes.
  const queries = createQueryClient({ gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false })
  const statusPoll = createStatusPoll({
    me: calls.me,
    timers: browserTimers,
    now: nowMs,
    isVisible: () => document.visibilityState === 'visible',
    onIdle: () => endSession('unattended'),
  })

  const live = createDeskLive({
    url: () => socketAddress(origin, deskSocketPath),
    openSocket: createProbedSocketOpener({ open: browserSocket, createProbe: createReachabilityProbe }),
    timers: browserTimers,
    random: randomFraction,
    token: session.getSnapshot,
    // The answer tells whether the session has ended, or what the operator may see now.
    loginEnded: () => statusPoll.pollNow(),
    reportError,
  })
  const answerSender = createAnswerSender({
    answers: createUnsentAnswers(storedText(tabStorage(), unsentAnswersStorageKey)),
    call: calls.supportAnswer,
    timers: browserTimers,
    random: randomFraction,
    newKey: randomKey,
    reportError,
  })

  function endSession(reason: SignOutReason): void {
    // The browser does not wait for the call. If it fails, the server ends the unused session after a while.
    calls.signOut().catch(() => undefined)
    session.end(reason)
  }

  session.subscribe(() => {
    if (session.getSnapshot() !== undefined) return
    statusPoll.stop()
    live.stop()
    answerSender.stop()
    queries.clear()
  })
  statusPoll.subscribe(() => {
    const { operator } = statusPoll.getSnapshot()
    if (operator !== undefined) answerSender.start(operator.id)
  })
  reconnectWhenBack(live, answerSender)
  if (session.getSnapshot() !== undefined) statusPoll.start()
  trackActivity(statusPoll)
  return {
    translations,
    theme,
    session,
    toasts,
    calls,
    queries,
    statusPoll,
    clock: createTickingClock(browserTimers, nowMs),
    timers: browserTimers,
    typedTexts: createTypedTexts(storedText(tabStorage(), typedTextsStorageKey)),
    typedAnswers: createTypedAnswers(storedText(tabStorage(), typedAnswersStorageKey)),
    live,
    supportDrafts: createSupportDrafts(storedText(tabStorage(), supportDraftsStorageKey)),
    answerSender,
    startSession(token, operator) {
      session.start(token)
      statusPoll.start(operator)
    },
    signOut() {
      endSession('left')
      navigate(deskPath)
    },
  }
}

function trackActivity(statusPoll: StatusPoll): void {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const)
    window.addEventListener(event, statusPoll.recordActivity, { passive: true, capture: true })
  document.addEventListener('visibilitychange', statusPoll.visibilityChanged)
}

/** A page in the background, or without a network, may have missed the end of its connection. */
function reconnectWhenBack(live: DeskLive, answerSender: AnswerSender): void {
  const wake = () => {
    live.wake()
    answerSender.wake()
  }
  live.state.subscribe(() => {
    if (live.state.getSnapshot() === 'up') answerSender.wake()
  })
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
}

function applyTheme(theme: 'light' | 'dark' | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
