import type { ShownOrder } from '#contract/order-from-wire.ts'
import { type Price, parsePrice } from '#core/money/price.ts'
import { Button } from '#ui/button.tsx'
import { figureText } from '#ui/figure-format.ts'
import { Notice } from '#ui/notice.tsx'
import type { ActState } from '#web/acts/act-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { UnconfirmedNotice } from '#web/parts/order-acts/unconfirmed-notice.tsx'
import type { MovedStop } from '#web/screens/trade/chart/moved-stop.ts'

export type MoveNoteProps = {
  readonly act: ActState
  readonly isFresh: boolean
  readonly moved: MovedStop
  readonly order: ShownOrder
  readonly onNearest: (price: Price) => void
}

/** What stands in the way, if anything does. The room for it is always there, so that nothing moves when it comes. */
export function MoveNote(props: MoveNoteProps) {
  return (
    <div className="grid min-h-14 content-center pt-2">
      <Note {...props} />
    </div>
  )
}

function Note({ act, isFresh, moved: { view }, order, onNearest }: MoveNoteProps) {
  const t = useBook('trading', 'ticket')
  if (act.kind === 'unconfirmed') return <UnconfirmedNotice state={act} />
  if (!isFresh)
    return (
      <Notice icon="offline" live tone="warn">
        {t('line.held_back')}
      </Notice>
    )
  if (view.fault === undefined) return <Ended act={act} />
  const { nearest } = view
  const at = nearest === undefined ? undefined : parsePrice(nearest, order.market.precision)
  return (
    <Notice
      action={
        at?.ok ? (
          <Button onClick={() => onNearest(at.amount)} size="small" variant="secondary">
            {t('stop.use_nearest', { price: figureText(nearest) })}
          </Button>
        ) : null
      }
      icon="warning"
      live
      tone="danger"
    >
      {t(`stop.fault.${view.fault}`)}
    </Notice>
  )
}

/** How the last act ended, if nothing prevents another one. */
function Ended({ act }: Pick<MoveNoteProps, 'act'>) {
  const t = useBook('trading')
  if (act.kind === 'expired' || act.kind === 'never')
    return (
      <Notice icon="info" live tone={act.kind === 'expired' ? 'warn' : 'neutral'}>
        {t(`act.${act.kind}`)}
      </Notice>
    )
  if (act.kind !== 'failed' || act.failure.kind !== 'refused') return null
  return (
    <Notice icon="warning" live tone="danger">
      {act.failure.msg}
    </Notice>
  )
}
