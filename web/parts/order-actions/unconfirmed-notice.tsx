import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { describeAction } from '#web/parts/order-actions/describe-action.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

export type UnconfirmedNoticeProps = {
  readonly state: Extract<ActionState, { kind: 'unconfirmed' }>
  /** Shown before the description of the action. Leave it out where the screen shows the market. */
  readonly market?: string | undefined
  /** Looks up the outcome now. Without it there is no button. */
  readonly onCheck?: (() => void) | undefined
  readonly className?: string | undefined
}

/** Shown for an action whose answer was lost, while its outcome is looked up. */
export function UnconfirmedNotice({ state, market, onCheck, className }: UnconfirmedNoticeProps) {
  const t = useDictionary('trading')
  const { request, isReachable: hasLine } = state
  const description = describeAction(t, request)
  return (
    <Notice
      action={
        onCheck === undefined ? null : (
          <Button onClick={onCheck} size="small" variant="secondary">
            {t('act.check_now')}
          </Button>
        )
      }
      className={className}
      icon="warning"
      live
      tone="warn"
    >
      <span className="block font-semibold">{t(`act.unconfirmed.${request.kind}`)}</span>
      <bdi className="block">
        {market === undefined ? description : t('act.of_market', { market, words: description })}
      </bdi>
      <span className="block">{t(hasLine ? 'act.checking' : 'act.no_line')}</span>
    </Notice>
  )
}
