import { useState } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { figureText } from '#ui/figure-format.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import type { ActState } from '#web/parts/use-act.ts'
import { ActTold } from '#web/screens/order/detail/act-told.tsx'
import { ClosingFacts } from '#web/screens/order/detail/closing/closing-facts.tsx'
import { useClosing } from '#web/screens/order/detail/closing/use-closing.ts'

export type CloseFooterProps = {
  readonly order: ShownOrder
  readonly text: string
  readonly state: ActState
  readonly isBlocked: boolean
  /** Closes so many lots; resolves when there is nothing more to wait for. */
  readonly onClose: (text: string) => Promise<void>
}

/** The button, and the question before it is done. */
export function CloseFooter({ order, text, state, isBlocked, onClose }: CloseFooterProps) {
  const t = useBook('trading', 'orders')
  const [isAsking, setIsAsking] = useState(false)
  const { input, isAll } = useClosing(order, text)
  const shown = figureText(text, { decimals: 2 })
  const confirm = async () => {
    await onClose(text)
    setIsAsking(false)
  }
  const isUnknown = state.kind === 'unknown'
  return (
    <div className="grid gap-3">
      <ActTold onAskAgain={() => void confirm()} state={state} />
      <Button
        busy={state.kind === 'busy'}
        disabled={input === undefined || isBlocked || isUnknown}
        full
        onClick={() => setIsAsking(true)}
        size="large"
        variant="strong"
      >
        {t(isAll ? 'detail.close.act_all' : 'detail.close.act', { lots: shown })}
      </Button>
      <Dialog
        busy={state.kind === 'busy'}
        cancelLabel={t('act.cancel')}
        confirmLabel={t('detail.close')}
        onConfirm={() => void confirm()}
        onOpenChange={setIsAsking}
        // It stays until the answer has come, whatever else was pressed meanwhile.
        open={(isAsking && input !== undefined) || state.kind === 'busy'}
        text={t('detail.close.note')}
        title={t('detail.close.ask', { lots: shown, market: order.market.showCode })}
        tone="danger"
      >
        <ClosingFacts order={order} text={text} />
        {state.kind === 'busy' ? <ActTold state={state} /> : null}
      </Dialog>
    </div>
  )
}
