import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Dialog } from '#ui/dialog.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useTradeConfirm } from '#web/parts/trade-button.tsx'
import { ActionNotice } from '#web/screens/order/detail/notices.tsx'
import type { ActionState } from '#web/trade-actions/action-state.ts'

export type CancelDialogProps = {
  readonly order: ShownOrder
  readonly isOpen: boolean
  readonly state: ActionState
  readonly onConfirm: () => void
  readonly onCheckNow: () => void
  readonly onDismiss: () => void
}

/** Asks before a pending order is cancelled, and stays until it is known how that went. Nothing else may be unsettled. */
export function CancelDialog({ order, isOpen, state, onConfirm, onCheckNow, onDismiss }: CancelDialogProps) {
  const t = useDictionary('trading', 'orders')
  const isUnconfirmed = state.kind === 'unconfirmed'
  const { confirmLabel, isConfirmBlocked } = useTradeConfirm(t('detail.cancel'))
  return (
    <Dialog
      busy={state.kind === 'busy'}
      // It may have been cancelled already: all that is left is to find out, now or later.
      cancelLabel={t(isUnconfirmed ? 'act.not_now' : 'act.keep_order')}
      confirmLabel={isUnconfirmed ? t('act.check_now') : confirmLabel}
      isConfirmBlocked={isConfirmBlocked && !isUnconfirmed}
      onConfirm={isUnconfirmed ? onCheckNow : onConfirm}
      onOpenChange={(isStill) => {
        if (!isStill) onDismiss()
      }}
      open={isOpen}
      text={t('detail.cancel.text', {
        side: t(`order.side.${order.side}`),
        lots: `\u2066${figureText(order.lots)}\u2069`,
        market: `\u2068${order.market.showCode}\u2069`,
        price: `\u2066${figureText(order.openPrice)}\u2069`,
      })}
      title={t('detail.cancel.ask')}
      tone="danger"
    >
      <ActionNotice state={state} />
    </Dialog>
  )
}
