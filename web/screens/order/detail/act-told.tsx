import type { TradingKey } from '#i18n/trading/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { idsOf, type OrderAct, type OrderActState } from '#web/parts/order-acts/order-acts.ts'

export type ActToldProps = {
  readonly state: OrderActState
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
        <bdi className="block font-semibold">{actWords(t, state.request)}</bdi>
        {t('act.unknown')}
      </Notice>
    )
  if (state.kind === 'too_old')
    return (
      <Notice icon="clock" live tone="warn">
        {t('act.too_old')}
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

/** Names the act: the user may come back to it much later. */
function actWords(t: Translate<TradingKey>, { kind, input }: OrderAct): string {
  switch (kind) {
    case 'close':
      if (input.cont === undefined) return t('act.name.close')
      return t('act.name.close_part', { lots: figureText(input.cont, { decimals: 2 }) })
    case 'close_many':
      return t('act.name.close_many', { count: idsOf(input).length })
    default:
      return t(`act.name.${kind}`)
  }
}
