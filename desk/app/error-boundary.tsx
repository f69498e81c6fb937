import { Component, type ReactNode } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type Props = { readonly children: ReactNode }
type State = { readonly hasFailed: boolean }

/** A screen that breaks says so in its own place. React offers this only to a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const t = useTranslate()
  return (
    <EmptyState
      action={<Button onClick={() => location.reload()}>{t('control.retry')}</Button>}
      icon="warning"
      text={t('desk.failed.text')}
      title={t('desk.failed.title')}
    />
  )
}
