import type { ShownOrder } from '#contract/order-from-wire.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { TradeButton } from '#web/parts/trade-button.tsx'
import { CloseFooter } from '#web/screens/order/detail/close-form.tsx'
import { EditFooter } from '#web/screens/order/detail/edit-form.tsx'
import { type ActBlock, ActTold, BlockedNotice, useActBlock } from '#web/screens/order/detail/notices.tsx'
import { ReverseFooter } from '#web/screens/order/detail/reverse-form.tsx'
import { StopsFooter } from '#web/screens/order/detail/stops-form.tsx'
import { asksToCancel, type Detail } from '#web/screens/order/detail/use-order-detail.ts'

/** At the thumb: what can be done, or why it cannot. */
export function DetailFooter({ order, detail }: { order: ShownOrder; detail: Detail }) {
  const block = useActBlock(order.market.id)
  return (
    <div className="grid gap-3">
      {/* Above the buttons, so that they stay where the thumb is. */}
      {block === undefined ? null : <BlockedNotice block={block} order={order} />}
      <Buttons block={block} detail={detail} order={order} />
    </div>
  )
}

type ButtonsProps = {
  readonly order: ShownOrder
  readonly detail: Detail
  readonly block: ActBlock | undefined
}

function Buttons({ order, detail, block }: ButtonsProps) {
  const { part, acts, drafts, lotsText } = detail
  const isBlocked = block !== undefined
  if (part === 'stops')
    return (
      <StopsFooter
        drafts={drafts}
        isBlocked={isBlocked}
        onCheckNow={detail.checkNow}
        onSave={detail.save}
        order={order}
        state={acts.state}
      />
    )
  if (part === 'close')
    return (
      <CloseFooter
        isBlocked={isBlocked}
        onCheckNow={detail.checkNow}
        onClose={detail.close}
        order={order}
        state={acts.state}
        text={lotsText}
      />
    )
  if (part === 'reverse')
    return (
      <ReverseFooter
        isBlocked={isBlocked}
        onCheckNow={detail.checkNow}
        onBack={() => detail.onPart('all')}
        onReverse={detail.reverse}
        order={order}
        state={acts.state}
      />
    )
  if (part === 'edit' && detail.editDraft !== undefined)
    return (
      <EditFooter
        draft={detail.editDraft}
        isBlocked={isBlocked}
        onCheckNow={detail.checkNow}
        onSave={detail.edit}
        order={order}
        state={acts.state}
      />
    )
  return <Ways detail={detail} isBlocked={isBlocked} order={order} />
}

function Ways({ order, detail, isBlocked }: Omit<ButtonsProps, 'block'> & { readonly isBlocked: boolean }) {
  const t = useDictionary('orders')
  const isPending = order.status === 'pending'
  const { acts } = detail
  return (
    <>
      {/* The question over it says so itself. */}
      {asksToCancel(detail) ? null : <ActTold onCheckNow={detail.checkNow} state={acts.state} />}
      <div className="flex flex-wrap gap-3 *:min-w-max *:grow *:basis-0">
        <TradeButton
          disabled={acts.isLocked}
          onClick={() => detail.onPart('stops')}
          size="large"
          variant="secondary"
        >
          {t('detail.stops')}
        </TradeButton>
        <TradeButton
          disabled={acts.isLocked || isBlocked}
          onClick={() => detail.onPart(isPending ? 'edit' : 'reverse')}
          size="large"
          variant="secondary"
        >
          {t(isPending ? 'detail.edit' : 'detail.reverse')}
        </TradeButton>
        <TradeButton
          disabled={acts.isLocked || (isBlocked && !isPending)}
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
