import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useScrollContainer } from '#ui/scroll-container.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useUiWords } from '#ui/ui-words.tsx'
import { useLatest } from '#ui/use-latest.ts'

export interface ListEndProps {
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly itemCount: number
  /** Set if the last request failed: the list then waits for a press instead of retrying endlessly. */
  readonly failedText: string | undefined
  readonly onRetry: () => void
}

/** Requests the next page one screen before the end, and shows a note at the end of the list. */
export function ListEnd({ hasMore, onMore, itemCount, failedText, onRetry }: ListEndProps) {
  const words = useUiWords()
  const container = useScrollContainer()
  const mark = useRef<HTMLDivElement>(null)
  const more = useLatest(onMore)
  const askedAt = useRef(-1)
  const isWatching = hasMore && failedText === undefined

  useEffect(() => {
    const element = mark.current
    if (!isWatching || element === null) return
    const look = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting !== true || askedAt.current === itemCount) return
      askedAt.current = itemCount
      more.current()
    }
    const watcher = new IntersectionObserver(look, {
      root: container?.current ?? null,
      rootMargin: '600px 0px',
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [isWatching, itemCount, container, more])

  const retry = () => {
    askedAt.current = -1
    onRetry()
  }
  return (
    <div className="flex min-h-16 items-center justify-center gap-3 px-4 text-12 text-dim" ref={mark}>
      {failedText !== undefined ? (
        <>
          <span>{failedText}</span>
          <Button onClick={retry} size="small" variant="secondary">
            {words.retry}
          </Button>
        </>
      ) : hasMore ? (
        <span className="flex items-center gap-2" role="status">
          <Spinner size={16} /> {words.loading}
        </span>
      ) : (
        words.noMore
      )}
    </div>
  )
}
