import { createContext, type ReactNode, use } from 'react'

/** Texts that components render on their own. The app supplies them from its dictionary. */
export interface UiWords {
  readonly close: string
  readonly back: string
  readonly increase: string
  readonly decrease: string
  readonly copy: string
  readonly copied: string
  readonly loading: string
  readonly retry: string
  readonly pullToRefresh: string
  readonly releaseToRefresh: string
  readonly refreshing: string
  readonly noMore: string
  readonly clear: string
  readonly showPassword: string
  readonly hidePassword: string
  /** Accessible name of the toast region. */
  readonly notifications: string
}

const UiWordsContext = createContext<UiWords | null>(null)

export function UiWordsProvider({ words, children }: { words: UiWords; children: ReactNode }) {
  return <UiWordsContext value={words}>{children}</UiWordsContext>
}

export function useUiWords(): UiWords {
  const words = use(UiWordsContext)
  if (words === null) throw new Error('UiWordsProvider is missing above this component')
  return words
}
