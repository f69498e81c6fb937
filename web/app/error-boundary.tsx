import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#web/parts/app-parts.tsx'

type Props = {
  /** Must give the boundary a new key. Otherwise it keeps showing the error. */
  readonly onRetry: () => void
  readonly children: ReactNode
}
type State = { readonly failed: boolean }

/**
 * Shows an error in place of a broken screen, while the rest of the app keeps working. A class, because React has no
 * hook for this.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <ScreenFailed onRetry={this.props.onRetry} /> : this.props.children
  }
}

/** Shown in place of a screen that broke or could not be loaded. */
export function ScreenFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslate()
  return (
    <main className="column pt-safe">
      <EmptyState
        action={<Button onClick={onRetry}>{t('app.failed.retry')}</Button>}
        icon="warning"
        text={t('app.failed.text')}
        title={t('app.failed.title')}
      />
    </main>
  )
}
