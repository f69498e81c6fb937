import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { ActState } from '#web/parts/use-act.ts'

export type ActToldProps = {
  readonly state: ActState
  /** Asks how the act went that nobody knows of. */
  readonly onAskAgain?: (() => void) | undefined
}

/** How it goes with an act, where that is not plain: no answer yet, nobody knows, refused. */
export function ActTold({ state, onAskAgain }: ActToldProps) {
  const t = useBook('trading')
  if (state.kind === 'busy' && state.isInDoubt)
    return (
      <Notice icon="clock" live tone="warn">
        {t('act.asking_again')}
      </Notice>
    )
  if (state.kind === 'unknown')
    return (
      <Notice
        action={
          onAskAgain === undefined ? null : (
            <Button onClick={onAskAgain} size="small" variant="secondary">
              {t('act.ask_again')}
            </Button>
          )
        }
        icon="warning"
        live
        tone="warn"
      >
        {t('act.unknown')}
      </Notice>
    )
  // Everything else that can go wrong is said in a toast.
  if (state.kind !== 'failed' || state.failure.kind !== 'refused') return null
  return (
    <Notice icon="warning" live tone="danger">
      {state.failure.msg}
    </Notice>
  )
}
