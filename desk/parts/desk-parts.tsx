import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { DeskCalls } from '#desk/calls/desk-calls.ts'
import type { Operator, StatusPoll } from '#desk/parts/status-poll.ts'
import type { Store } from '#desk/platform/value-store.ts'
import type { Session } from '#desk/stores/session.ts'
import type { ThemeStore } from '#desk/stores/theme.ts'
import type { Translations, TranslationsStore } from '#desk/stores/translations.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { Toasts } from '#ui/toasts-store.ts'

/** What lives as long as the page, made once in create-desk-parts.ts. */
export type DeskParts = {
  readonly translations: TranslationsStore
  readonly theme: ThemeStore
  readonly session: Session
  readonly toasts: Toasts
  readonly calls: DeskCalls
  readonly statusPoll: StatusPoll
  /** A session was opened: from here on the desk is theirs. */
  readonly startSession: (token: string, operator: Operator) => void
  /** Signs out, here at once and on the server as soon as it answers. */
  readonly signOut: () => void
  /** The present time, a new value twice a minute: for whatever says how long ago something was. */
  readonly clock: Store<number>
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

/** The present value of a store; whoever calls this is shown anew when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}

export function useTranslations(): Translations {
  return useStore(useParts().translations)
}

export function useTranslate(): Translate<DeskKey> {
  return useTranslations().t
}
