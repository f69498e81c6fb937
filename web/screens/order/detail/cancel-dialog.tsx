import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Dialog } from '#ui/dialog.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { useTradeConfirm } from '#web/parts/trade-button.tsx'
import { ActionNotice } from '#web/screens/order/detail/notices.tsx'
import type { ActionState } from '#web/trade-actions/action-state.ts'

type CancelDialogProps = {
  readonly order: ShownOrder
  readonly isOpen: boolean
  readonly state: ActionState
  readonly onConfirm: () => void
  readonly onCheckNow: () => void
  readonly onDismiss: () => void
}

/** Confirms the cancellation of a pending order. Stays open until the outcome is known. */
export function CancelDialog({ order, isOpen, state, onConfirm, onCheckNow, onDismiss }: CancelDialogProps) {
  const t = useDictionary('trading', 'orders')
  const isUnconfirmed = state.kind === 'unconfirmed'
  const { confirmLabel, isConfirmBlocked } = useTradeConfirm(t('detail.cancel'))
  return (
    <Dialog
      busy={state.kind === 'busy'}
      // While unconfirmed, the order may already be cancelled: the user can only ask for the outcome, now or later.
      cancelLabel={t(isUnconfirmed ? 'act.not_now' : 'act.keep_order')}
      confirmLabel={isUnconfirmed ? t('act.check_now') : confirmLabel}
      isConfirmBlocked={isConfirmBlocked && !isUnconfirmed}
      onConfirm={isUnconfirmed ? onCheckNow : onConfirm}
      onOpenChange={(staysOpen) => {
        if (!staysOpen) onDismiss()
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
