import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import type { Toasts } from '#ui/toasts-store.ts'
import type { Account, AccountState } from '#web/account/account.ts'
import type { Caller } from '#web/calls/caller.ts'
import type { LoadingCount } from '#web/calls/loading-count.ts'
import type { ConnectionStatus, ConnectionStatusStore } from '#web/live/connection-status.ts'
import type { Live } from '#web/live/live.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import type { Session } from '#web/stores/session.ts'
import type {
  DictionaryKeys,
  DictionaryName,
  TranslationStore,
  Translations,
} from '#web/stores/translations.ts'
import type { LazyTradeActions } from '#web/trade-actions/lazy-trade-actions.ts'

/** What lives as long as the page, made once in create-app-parts.ts: stores, calls and the live connection. */
export type AppParts = {
  readonly translations: TranslationStore
  readonly session: Session
  readonly toasts: Toasts
  readonly loading: LoadingCount
  readonly caller: Caller
  readonly live: Live
  /** Whether orders can be sent on current prices. */
  readonly connectionStatus: ConnectionStatusStore
  /** Seconds since the last quotes, while the line is gone. */
  readonly quoteAge: ReadableStore<number | undefined>
  readonly account: Account
  readonly portfolio: Portfolio
  /** Orders, closes and other changes the user sends. */
  readonly tradeActions: LazyTradeActions
  readonly markets: Markets
  /** Whether what the markets show was made up by us; every screen with prices says so. */
  readonly hasSimulatedPrices: boolean
  readonly now: () => number
}

const PartsContext = createContext<AppParts | null>(null)
const WordsContext = createContext<Translations | null>(null)

export function AppPartsProvider({ parts, children }: { parts: AppParts; children: ReactNode }) {
  const words = useSyncExternalStore(parts.translations.subscribe, parts.translations.getSnapshot)
  return (
    <PartsContext value={parts}>
      <WordsContext value={words}>{children}</WordsContext>
    </PartsContext>
  )
}

export function useParts(): AppParts {
  const parts = use(PartsContext)
  if (parts === null) throw new Error('AppPartsProvider is missing above this component')
  return parts
}

/** The language in use and what it says; whoever calls this is shown anew when the language changes. */
export function useTranslations(): Translations {
  const words = use(WordsContext)
  if (words === null) throw new Error('AppPartsProvider is missing above this component')
  return words
}

export function useTranslate(): Translate<WebKey> {
  return useTranslations().t
}

/** The same for a screen with books of its own, which its route names and which are there before the screen is. */
export function useDictionary<Name extends DictionaryName>(
  ..._books: readonly Name[]
): Translate<WebKey | DictionaryKeys[Name]> {
  return useTranslations().t as Translate<WebKey | DictionaryKeys[Name]>
}

export function useToken(): string | undefined {
  const { session } = useParts()
  return useSyncExternalStore(session.subscribe, session.getSnapshot)
}

/** Who is logged in, as far as is known at the moment. */
export function useAccount(): AccountState {
  const { account } = useParts()
  return useSyncExternalStore(account.subscribe, account.getSnapshot)
}

/** The present value of a store; whoever calls this is shown anew when it changes. */
export function useStore<Value>(store: ReadableStore<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}

/** Whether orders can be sent now, and whether that must be said. */
export function useConnectionStatus(): ConnectionStatus {
  return useStore(useParts().connectionStatus)
}
