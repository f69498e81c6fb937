import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Caller } from '#browser/calls/caller.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { Session } from '#browser/session/session.ts'
import type { Translate } from '#i18n/translator.ts'
import type { DictionaryKeys, DictionaryName } from '#i18n/web/load-dictionary.ts'
import type { WebKey } from '#i18n/web/shell/en.ts'
import type { Toasts } from '#ui/toasts-store.ts'
import type { LoadingCount } from '#web/calls/loading-count.ts'
import type { ConnectionStatus, ConnectionStatusStore } from '#web/live/connection-status.ts'
import type { Live } from '#web/live/live.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import type { Notices } from '#web/notices/notices.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import type { LateParts } from '#web/stores/late-parts.ts'
import type { WebTranslationStore, WebTranslations } from '#web/stores/translations.ts'
import type { LazyTradeActions } from '#web/trade-actions/lazy-trade-actions.ts'
import type { BasicInfo } from '#web/user/basic-info.ts'
import type { CurrentUser, CurrentUserState } from '#web/user/current-user.ts'
import type { Provider } from '#web/user/provider.ts'

/** Stores, calls and the live connection. create-app-parts.ts builds them once per page load. */
export type AppParts = {
  readonly translations: WebTranslationStore
  readonly session: Session
  readonly toasts: Toasts
  readonly loading: LoadingCount
  readonly caller: Caller
  readonly live: Live
  /** Whether orders can be sent on current prices. */
  readonly connectionStatus: ConnectionStatusStore
  /** Seconds since the last quote. Undefined while connected. */
  readonly quoteAge: ReadableStore<number | undefined>
  readonly currentUser: CurrentUser
  readonly portfolio: Portfolio
  /** Orders, closes and other changes the user sends. */
  readonly tradeActions: LazyTradeActions
  readonly markets: Markets
  readonly notices: Notices
  /** Token of a visitor's support thread. Like a session, it is all that gives access. */
  readonly supportThread: Session
  readonly basicInfo: BasicInfo
  /** The provider that the user has chosen, in main-company mode. */
  readonly provider: Provider
  /** True if the feed is simulated. Every screen with prices must say so. */
  readonly hasSimulatedPrices: boolean
  readonly now: () => number
  /** The page is the support chat in a frame of the app: all but the chat is left to the page around it. */
  readonly isFramedChat: boolean
  /** State and code of screens that load later. */
  readonly late: LateParts<AppParts>
}

const PartsContext = createContext<AppParts | null>(null)
const TranslationsContext = createContext<WebTranslations | null>(null)

export function AppPartsProvider({ parts, children }: { parts: AppParts; children: ReactNode }) {
  const translations = useSyncExternalStore(parts.translations.subscribe, parts.translations.getSnapshot)
  return (
    <PartsContext value={parts}>
      <TranslationsContext value={translations}>{children}</TranslationsContext>
    </PartsContext>
  )
}

export function useParts(): AppParts {
  const parts = use(PartsContext)
  if (parts === null) throw new Error('AppPartsProvider is missing above this component')
  return parts
}

/** The current language and its translate function. Re-renders the caller when the language changes. */
export function useTranslations(): WebTranslations {
  const translations = use(TranslationsContext)
  if (translations === null) throw new Error('AppPartsProvider is missing above this component')
  return translations
}

export function useTranslate(): Translate<WebKey> {
  return useTranslations().t
}

/**
 * Translates the common keys and those of the named dictionaries. The screen's route must name the same dictionaries:
 * it loads them before the screen.
 */
export function useDictionary<Name extends DictionaryName>(
  ..._names: readonly Name[]
): Translate<WebKey | DictionaryKeys[Name]> {
  return useTranslations().t as Translate<WebKey | DictionaryKeys[Name]>
}

export function useToken(): string | undefined {
  const { session } = useParts()
  return useSyncExternalStore(session.subscribe, session.getSnapshot)
}

/** The logged-in user, or why there is none. */
export function useAccount(): CurrentUserState {
  const { currentUser } = useParts()
  return useSyncExternalStore(currentUser.subscribe, currentUser.getSnapshot)
}

/** The current value of a store. Re-renders the caller when it changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}

/** Whether orders can be sent now, and whether the user must be told that they cannot. */
export function useConnectionStatus(): ConnectionStatus {
  return useStore(useParts().connectionStatus)
}
