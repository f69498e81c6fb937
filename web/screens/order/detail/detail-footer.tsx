import type { ShownOrder } from '#contract/order-from-wire.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { TradeButton } from '#web/parts/trade-button.tsx'
import { CloseFooter } from '#web/screens/order/detail/close-form.tsx'
import { EditFooter } from '#web/screens/order/detail/edit-form.tsx'
import {
  ActionNotice,
  BlockedNotice,
  type BlockReason,
  useBlockReason,
} from '#web/screens/order/detail/notices.tsx'
import { ReverseFooter } from '#web/screens/order/detail/reverse-form.tsx'
import { StopsFooter } from '#web/screens/order/detail/stops-form.tsx'
import { isCancelDialogOpen, type OrderDetailState } from '#web/screens/order/detail/use-order-detail.ts'

/** Action buttons of the shown part, or why they are blocked. */
export function DetailFooter({ order, detail }: { order: ShownOrder; detail: OrderDetailState }) {
  const block = useBlockReason(order.market.id)
  return (
    <div className="grid gap-3">
      {/* Above the buttons, so that the buttons do not move. */}
      {block === undefined ? null : <BlockedNotice block={block} order={order} />}
      <PartFooter block={block} detail={detail} order={order} />
    </div>
  )
}

type PartFooterProps = {
  readonly order: ShownOrder
  readonly detail: OrderDetailState
  readonly block: BlockReason | undefined
}

function PartFooter({ order, detail, block }: PartFooterProps) {
  const { part, actions, stopDrafts, closeLots } = detail
  const isBlocked = block !== undefined
  if (part === 'stops')
    return (
      <StopsFooter
        drafts={stopDrafts}
        isBlocked={isBlocked}
        onCheckNow={detail.checkOutcome}
        onSave={detail.saveStops}
        order={order}
        state={actions.state}
      />
    )
  if (part === 'close')
    return (
      <CloseFooter
        isBlocked={isBlocked}
        onCheckNow={detail.checkOutcome}
        onClose={detail.close}
        order={order}
        state={actions.state}
        text={closeLots}
      />
    )
  if (part === 'reverse')
    return (
      <ReverseFooter
        isBlocked={isBlocked}
        onCheckNow={detail.checkOutcome}
        onBack={() => detail.onPart('all')}
        onReverse={detail.reverse}
        order={order}
        state={actions.state}
      />
    )
  if (part === 'edit' && detail.editDraft !== undefined)
    return (
      <EditFooter
        draft={detail.editDraft}
        isBlocked={isBlocked}
        onCheckNow={detail.checkOutcome}
        onSave={detail.saveEdit}
        order={order}
        state={actions.state}
      />
    )
  return <ActionButtons detail={detail} isBlocked={isBlocked} order={order} />
}

function ActionButtons({
  order,
  detail,
  isBlocked,
}: Omit<PartFooterProps, 'block'> & { readonly isBlocked: boolean }) {
  const t = useDictionary('orders')
  const isPending = order.status === 'pending'
  const { actions } = detail
  return (
    <>
      {/* The cancel dialog shows the state of the action itself. */}
      {isCancelDialogOpen(detail) ? null : (
        <ActionNotice onCheckNow={detail.checkOutcome} state={actions.state} />
      )}
      <div className="flex flex-wrap gap-3 *:min-w-max *:grow *:basis-0">
        <TradeButton
          disabled={actions.isLocked}
          onClick={() => detail.onPart('stops')}
          size="large"
          variant="secondary"
        >
          {t('detail.stops')}
        </TradeButton>
        <TradeButton
          disabled={actions.isLocked || isBlocked}
          onClick={() => detail.onPart(isPending ? 'edit' : 'reverse')}
          size="large"
          variant="secondary"
        >
          {t(isPending ? 'detail.edit' : 'detail.reverse')}
        </TradeButton>
        <TradeButton
          disabled={actions.isLocked || (isBlocked && !isPending)}
          onClick={() => detail.onPart(isPending ? 'cancel' : 'close')}
          size="large"
          variant="strong"
        >
          {t(isPending ? 'detail.cancel' : 'detail.close')}
        </TradeButton>
      </div>
    </>
  )
}
