import { Notice } from '#ui/notice.tsx'
import type { ActState } from '#web/acts/act-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { actWords, doneWords } from '#web/parts/order-actions/describe-action.ts'
import { UnconfirmedNotice } from '#web/parts/order-actions/unconfirmed-notice.tsx'

export type ActToldProps = {
  readonly state: ActState
  /** Asks for the outcome of an unconfirmed act now. */
  readonly onCheckNow?: (() => void) | undefined
}

/** How an act ended that was not done at once: unconfirmed, refused, never done, too long ago. */
export function ActTold({ state, onCheckNow }: ActToldProps) {
  const t = useBook('trading')
  switch (state.kind) {
    case 'unconfirmed':
      return <UnconfirmedNotice onCheck={onCheckNow} state={state} />
    case 'never':
      return (
        <Notice icon="info" live>
          <bdi className="block font-semibold">{actWords(t, state.request)}</bdi>
          {t('act.never')}
        </Notice>
      )
    case 'expired':
      return (
        <Notice icon="clock" live tone="warn">
          <bdi className="block font-semibold">{actWords(t, state.request)}</bdi>
          {t('act.expired')}
        </Notice>
      )
    case 'failed':
      // Everything else that can go wrong is said in a toast.
      if (state.failure.kind !== 'refused') return null
      return (
        <Notice icon="warning" live tone="danger">
          {state.failure.msg}
        </Notice>
      )
    case 'done':
      return (
        <Notice icon="check-circle" live>
          {doneWords(t, state)}
        </Notice>
      )
    default:
      return null
  }
}
