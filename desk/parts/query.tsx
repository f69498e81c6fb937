import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import type { CallOptions } from '#desk/calls/call-kinds.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'

export type ServerQuery<Value> = UseQueryResult<Value> & {
  /** Replaces the data with the answer of a mutation. */
  readonly setData: (data: Value) => void
  /** Changes the data, if there is any. */
  readonly update: (change: (data: Value) => Value) => void
}

/**
 * Reads when the screen opens and on `refetch`, never by itself: every read of personal data goes into the audit log.
 * The last data stays during a reload, and if the reload fails.
 */
export function useServerQuery<Value>(
  queryKey: readonly (string | number)[],
  read: (options: CallOptions) => Promise<Value>,
): ServerQuery<Value> {
  const { queries } = useParts()
  const options: UseQueryOptions<Value> = { queryKey, queryFn: ({ signal }) => read({ signal }) }
  return {
    ...useQuery(options, queries),
    setData: (data) => queries.setQueryData<Value>(queryKey, () => data),
    update: (change) =>
      queries.setQueryData<Value>(queryKey, (data) => (data === undefined ? undefined : change(data))),
  }
}

type QueryViewProps<Value> = {
  readonly query: ServerQuery<Value>
  readonly failedTitle: string
  /** Shown while loading for the first time. */
  readonly skeleton: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Shows the value, a skeleton while loading, or the failure with a retry button. */
export function QueryView<Value>({ query, failedTitle, skeleton, children }: QueryViewProps<Value>) {
  const t = useTranslate()
  const textOf = useFailureText()
  const { data, error, isFetching, refetch } = query
  const retry = (
    <Button busy={isFetching} icon="refresh" onClick={() => void refetch()} size="small" variant="secondary">
      {t('control.retry')}
    </Button>
  )
  if (data === undefined) {
    if (error !== null)
      return <EmptyState action={retry} icon="warning" text={textOf(error)} title={failedTitle} />
    return (
      <div aria-label={t('desk.loading')} role="status">
        {skeleton}
      </div>
    )
  }
  return (
    <>
      {error === null ? null : (
        <Notice action={retry} className="mb-3" icon="offline" live tone="warn">
          {textOf(error)}
        </Notice>
      )}
      {children(data)}
    </>
  )
}

/** The message for a failed call. Undefined if there is nothing to say. */
function useFailureText(): (failure: Error) => string | undefined {
  const t = useTranslate()
  return (failure) => {
    const text = isCallFailure(failure)
      ? failureMessage(failure, (code) => t('desk.transport', { code }))
      : ''
    return text === '' ? undefined : text
  }
}
