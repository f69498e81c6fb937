import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import type { CallOptions } from '#desk/calls/desk-calls.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

/** Data of a screen. The last value stays during a reload, and if the reload fails. */
type Query<Value> = {
  readonly value: Value | undefined
  readonly failure: CallFailure | undefined
  readonly isLoading: boolean
  readonly reload: () => void
  /** Replaces the value with the answer of a mutation. */
  readonly setValue: (value: Value) => void
}

type HeldResult<Value> = {
  readonly of: unknown
  readonly value: Value | undefined
  readonly failure: CallFailure | undefined
}

/**
 * Reads on mount, on `reload`, and whenever `read` changes, so wrap `read` in useCallback. Unmounting or a new
 * `read` aborts the pending request.
 */
export function useQuery<Value>(read: (options: CallOptions) => Promise<Value>): Query<Value> {
  const [held, setHeld] = useState<HeldResult<Value>>({ of: read, value: undefined, failure: undefined })
  const [turn, setTurn] = useState(0)
  const [isLoading, setIsLoading] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn triggers a reload.
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
  /** Shown while loading for the first time. */
  readonly skeleton: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Shows the value, a skeleton while loading, or the failure with a retry button. */
export function QueryView<Value>({ query, failedTitle, skeleton, children }: QueryViewProps<Value>) {
  const t = useTranslate()
  const textOf = useFailureText()
  const { value, failure, isLoading, reload } = query
  const retry = (
    <Button busy={isLoading} icon="refresh" onClick={reload} size="small" variant="secondary">
      {t('control.retry')}
    </Button>
  )
  if (value === undefined) {
    if (failure !== undefined)
      return <EmptyState action={retry} icon="warning" text={textOf(failure)} title={failedTitle} />
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
          {textOf(failure)}
        </Notice>
      )}
      {children(value)}
    </>
  )
}

/** The message for a failed call. Undefined if there is nothing to say. */
function useFailureText(): (failure: CallFailure | undefined) => string | undefined {
  const t = useTranslate()
  return (failure) => {
    const text = failure === undefined ? '' : failureMessage(failure, (code) => t('desk.transport', { code }))
    return text === '' ? undefined : text
  }
}
