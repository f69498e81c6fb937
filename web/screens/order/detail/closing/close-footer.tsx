import { useState } from 'react'
import type { CloseInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Dialog } from '#ui/dialog.tsx'
import { figureText } from '#ui/figure-format.ts'
import { type ActState, unsettledKind } from '#web/acts/act-types.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { LineButton, useLineConfirm } from '#web/parts/trade-button.tsx'
import { ActTold } from '#web/screens/order/detail/act-told.tsx'
import { ClosingFacts } from '#web/screens/order/detail/closing/closing-facts.tsx'
import { useClosing } from '#web/screens/order/detail/closing/use-closing.ts'

export type CloseFooterProps = {
  readonly order: ShownOrder
  readonly text: string
  readonly state: ActState
  readonly isBlocked: boolean
  /** Closes as was confirmed; resolves when there is nothing more to wait for. */
  readonly onClose: (input: CloseInput) => Promise<void>
  readonly onCheckNow: () => void
}

/** The button, and the question before it is done. */
export function CloseFooter({ order, text, state, isBlocked, onClose, onCheckNow }: CloseFooterProps) {
  const t = useBook('trading', 'orders')
  const [isAsking, setIsAsking] = useState(false)
  const lineConfirm = useLineConfirm(t('detail.close'))
  const { input, isAll } = useClosing(order, text)
  const shown = figureText(text, { decimals: 2 })
  const confirm = async () => {
    if (input !== undefined) await onClose(input)
    setIsAsking(false)
  }
  const unsettled = unsettledKind(state)
  const isClosing = state.kind === 'busy' && unsettled === 'close'
  return (
    <div className="grid gap-3">
      <ActTold onCheckNow={onCheckNow} state={state} />
      <LineButton
        busy={isClosing}
        disabled={input === undefined || isBlocked || (unsettled !== undefined && !isClosing)}
        full
        onClick={() => setIsAsking(true)}
        size="large"
        variant="strong"
      >
        {t(isAll ? 'detail.close.act_all' : 'detail.close.act', { lots: shown })}
      </LineButton>
      <Dialog
        busy={isClosing}
        cancelLabel={t('act.cancel')}
        {...lineConfirm}
        onConfirm={() => void confirm()}
        onOpenChange={setIsAsking}
        // It stays until the answer has come, whatever else was pressed meanwhile.
        open={(isAsking && input !== undefined && unsettled === undefined) || isClosing}
        text={t('detail.close.note')}
        title={t('detail.close.ask', { lots: shown, market: order.market.showCode })}
        tone="danger"
      >
        <ClosingFacts order={order} text={text} />
        {isClosing ? <ActTold state={state} /> : null}
      </Dialog>
    </div>
  )
}
