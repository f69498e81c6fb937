import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type CallFailure, isCallFailure } from '#desk/calls/call.ts'
import { failureText } from '#desk/calls/caller.ts'
import type { CallOptions } from '#desk/calls/desk-calls.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

/** What a screen reads. What is there stays on show while it is read again, and when that fails. */
type Query<Value> = {
  readonly value: Value | undefined
  readonly failure: CallFailure | undefined
  readonly isLoading: boolean
  readonly reload: () => void
  /** Puts in place what a change has just answered. */
  readonly setValue: (value: Value) => void
}

type HeldResult<Value> = {
  readonly of: unknown
  readonly value: Value | undefined
  readonly failure: CallFailure | undefined
}

/**
 * Reads when the screen opens, whenever `read` is another function (wrap it in useCallback, with what it is about),
 * and when asked to. A screen that goes away, or asks for something else, cancels what is under way.
 */
export function useQuery<Value>(read: (wishes: CallOptions) => Promise<Value>): Query<Value> {
  const [held, setHeld] = useState<HeldResult<Value>>({ of: read, value: undefined, failure: undefined })
  const [turn, setTurn] = useState(0)
  const [isLoading, setIsLoading] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is what reads again.
  useEffect(() => {
    const controller = new AbortController()
    setIsLoading(true)
    const settle = (next: (before: HeldResult<Value>) => HeldResult<Value>) => {
      if (controller.signal.aborted) return
      setHeld(next)
      setIsLoading(false)
    }
    read({ signal: controller.signal }).then(
      (value) => settle(() => ({ of: read, value, failure: undefined })),
      (error: unknown) => {
        if (!isCallFailure(error)) throw error
        settle((before) => ({
          of: read,
          value: before.of === read ? before.value : undefined,
          failure: error,
        }))
      },
    )
    return () => controller.abort()
  }, [read, turn])

  const isOwn = held.of === read
  return {
    value: isOwn ? held.value : undefined,
    failure: isOwn ? held.failure : undefined,
    isLoading: isLoading || !isOwn,
    reload: useCallback(() => setTurn((before) => before + 1), []),
    setValue: useCallback((value: Value) => setHeld({ of: read, value, failure: undefined }), [read]),
  }
}

type QueryViewProps<Value> = {
  readonly query: Query<Value>
  readonly failedTitle: string
  /** The shape of what will come. */
  readonly skeleton: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** What was read, or its shape while it is on its way, or why it did not come and a way to try again. */
export function QueryView<Value>({ query: loaded, failedTitle, skeleton, children }: QueryViewProps<Value>) {
  const t = useTranslate()
  const words = useFailureText()
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

/** What a screen says of a call that failed; undefined when there is nothing to say. */
function useFailureText(): (failure: CallFailure | undefined) => string | undefined {
  const t = useTranslate()
  return (failure) => {
    const words = failure === undefined ? '' : failureText(failure, (code) => t('desk.transport', { code }))
    return words === '' ? undefined : words
  }
}
