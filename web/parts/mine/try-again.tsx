import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useUiWords } from '#ui/ui-words.tsx'

export type TryAgainProps = {
  readonly title: string
  readonly text?: string
  /** Resolves when it is known how it went. */
  readonly onRetry: () => Promise<void>
}

/** What could not be fetched, and the way to ask for it again. */
export function TryAgain({ title, text, onRetry }: TryAgainProps) {
  const words = useUiWords()
  const [isBusy, setIsBusy] = useState(false)
  const retry = async () => {
    setIsBusy(true)
    await onRetry()
    setIsBusy(false)
  }
  return (
    <EmptyState
      action={
        <Button busy={isBusy} icon="refresh" onClick={() => void retry()} variant="secondary">
          {words.retry}
        </Button>
      }
      icon="warning"
      text={text}
      title={title}
    />
  )
}
