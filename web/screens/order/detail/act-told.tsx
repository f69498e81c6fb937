import type { OrdersKey } from '#i18n/orders/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { OrderAct, OrderActState } from '#web/parts/order-acts/order-acts.ts'

export type ActToldProps = {
  readonly state: OrderActState
  /** Asks how the act went that nobody knows of. */
  readonly onAskAgain?: (() => void) | undefined
}

/** How it goes with an act, where that is not plain: no answer yet, nobody knows, refused. */
export function ActTold({ state, onAskAgain }: ActToldProps) {
  const t = useBook('trading', 'orders')
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
        <bdi className="block font-semibold">{doubtWords(t, state.request)}</bdi>
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

/** What it is that nobody knows of: whoever comes back later may have forgotten. */
function doubtWords(t: Translate<OrdersKey>, { kind, input }: OrderAct): string {
  switch (kind) {
    case 'close':
      if (input.cont === undefined) return t('detail.close')
      return t('detail.close.act', { lots: figureText(input.cont, { decimals: 2 }) })
    case 'cancel':
      return t('detail.cancel')
    case 'stops':
      return t('detail.stops.title')
  }
}
