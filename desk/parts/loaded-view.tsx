import type { ReactNode } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { useFailureWords } from '#desk/parts/use-failure-words.ts'
import type { Loaded } from '#desk/parts/use-loaded.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

type LoadedViewProps<Value> = {
  readonly loaded: Loaded<Value>
  readonly failedTitle: string
  /** The shape of what will come. */
  readonly skeleton: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** What was read, or its shape while it is on its way, or why it did not come and a way to try again. */
export function LoadedView<Value>({ loaded, failedTitle, skeleton, children }: LoadedViewProps<Value>) {
  const t = useTranslate()
  const words = useFailureWords()
  const { value, failure, isLoading, reload } = loaded
  const retry = (
    <Button busy={isLoading} icon="refresh" onClick={reload} size="small" variant="secondary">
      {t('control.retry')}
    </Button>
  )
  if (value === undefined) {
    if (failure !== undefined)
      return <EmptyState action={retry} icon="warning" text={words(failure)} title={failedTitle} />
    return (
      <div aria-label={t('desk.loading')} role="status">
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {failure === undefined ? null : (
        <Notice action={retry} className="mb-3" icon="offline" live tone="warn">
          {words(failure)}
        </Notice>
      )}
      {children(value)}
    </>
  )
}
