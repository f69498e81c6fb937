import { createContext, type ReactNode, use } from 'react'

/** Labels that are built into components. The app supplies the texts from its dictionary. */
export interface UiLabels {
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

const UiLabelsContext = createContext<UiLabels | null>(null)

export function UiLabelsProvider({ labels, children }: { labels: UiLabels; children: ReactNode }) {
  return <UiLabelsContext value={labels}>{children}</UiLabelsContext>
}

export function useUiLabels(): UiLabels {
  const labels = use(UiLabelsContext)
  if (labels === null) throw new Error('UiLabelsProvider is missing above this component')
  return labels
}
