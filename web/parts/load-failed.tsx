import { useState, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useParts } from '#web/parts/app-parts.tsx'

type LoadFailedProps = {
  readonly title: string
  readonly text?: string
  /** Resolves when the attempt has succeeded or failed. */
  readonly onRetry: () => Promise<void>
}

/** Says what failed to load and offers a retry. */
export function LoadFailed({ title, text, onRetry }: LoadFailedProps) {
  const words = useUiLabels()
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

/** Says that the amounts of the account failed to load and offers a retry. Otherwise renders nothing. */
export function FundsLoadFailed({ text }: { text: string }) {
  const words = useUiLabels()
  const { funds, refresh } = useParts().portfolio
  const hasFailed = useSyncExternalStore(funds.subscribe, () => funds.getSnapshot().kind === 'failed')
  const [isBusy, setIsBusy] = useState(false)
  const retry = async () => {
    setIsBusy(true)
    await refresh()
    setIsBusy(false)
  }
  if (!hasFailed) return null
  return (
    <Notice
      action={
        <Button
          busy={isBusy}
          className="-me-2 max-w-1/2 shrink-0"
          onClick={() => void retry()}
          size="small"
          variant="quiet"
        >
          {words.retry}
        </Button>
      }
      className="mt-3"
      live
    >
      {text}
    </Notice>
  )
}
