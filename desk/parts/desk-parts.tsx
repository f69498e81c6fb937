import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Timers } from '#browser/platform/timers.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import type { DeskLive } from '#desk/live/desk-live.ts'
import type { AnswerSender } from '#desk/parts/answer-sender.ts'
import type { Operator, StatusPoll } from '#desk/parts/status-poll.ts'
import type { OperatorSession } from '#desk/stores/operator-session.ts'
import type { SupportDrafts } from '#desk/stores/support-answers.ts'
import type { ThemeStore } from '#desk/stores/theme.ts'
import type { DeskTranslationStore, DeskTranslations } from '#desk/stores/translations.ts'
import type { TypedAnswers } from '#desk/stores/typed-answers.ts'
import type { TypedTextsStore } from '#desk/stores/typed-texts.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { Toasts } from '#ui/toasts-store.ts'

/** Stores and calls of the console. create-desk-parts.ts builds them once per page load. */
export type DeskParts = {
  readonly translations: DeskTranslationStore
  readonly theme: ThemeStore
  readonly session: OperatorSession
  readonly toasts: Toasts
  readonly calls: DeskCalls
  /** Answers of the screens that are open. */
  readonly queries: QueryClient
  readonly statusPoll: StatusPoll
  /** Stores the token of a new session and starts polling. */
  readonly startSession: (token: string, operator: Operator) => void
  /** Signs out in the browser at once, without waiting for the server. */
  readonly signOut: () => void
  /** The current time, updated twice a minute. */
  readonly clock: ReadableStore<number>
  readonly timers: Timers
  /** Unsaved texts of articles. */
  readonly typedTexts: TypedTextsStore
  /** Answers to complaints that are not sent. */
  readonly typedAnswers: TypedAnswers
  /** Changes of support threads. */
  readonly live: DeskLive
  /** Answers of support that are not sent. */
  readonly supportDrafts: SupportDrafts
  readonly answerSender: AnswerSender
}

const PartsContext = createContext<DeskParts | null>(null)

export function DeskPartsProvider({ parts, children }: { parts: DeskParts; children: ReactNode }) {
  return <PartsContext value={parts}>{children}</PartsContext>
}

export function useParts(): DeskParts {
  const parts = use(PartsContext)
  if (parts === null) throw new Error('DeskPartsProvider is missing above this component')
  return parts
}

/** The current value of a store. The component re-renders when the value changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}

export function useTranslations(): DeskTranslations {
  return useStore(useParts().translations)
}

export function useTranslate(): Translate<DeskKey> {
  return useTranslations().t
}
