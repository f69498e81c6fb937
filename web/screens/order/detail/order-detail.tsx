import { useState } from 'react'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { ComplainLink } from '#web/parts/complaints/complain-link.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { SupportButton } from '#web/parts/support/support-button.tsx'
import { CancelDialog } from '#web/screens/order/detail/cancel-dialog.tsx'
import { CloseForm } from '#web/screens/order/detail/close-form.tsx'
import { CloseResultPanel } from '#web/screens/order/detail/close-result.tsx'
import { DetailFooter } from '#web/screens/order/detail/detail-footer.tsx'
import {
  DetailHeader,
  DetailSkeleton,
  DetailTitle,
  SizeAndPriceLine,
} from '#web/screens/order/detail/detail-header.tsx'
import { EditForm } from '#web/screens/order/detail/edit-form.tsx'
import { ActionNotice } from '#web/screens/order/detail/notices.tsx'
import { useQuotesWhileOpen } from '#web/screens/order/detail/order-data.ts'
import { AccountFacts, OrderFacts } from '#web/screens/order/detail/order-facts.tsx'
import { ReceiptTimeline } from '#web/screens/order/detail/receipt-timeline.tsx'
import { ReverseForm } from '#web/screens/order/detail/reverse-form.tsx'
import { StopsForm } from '#web/screens/order/detail/stops-form.tsx'
import {
  type DetailSheetProps,
  isActiveOrder,
  isCancelDialogOpen,
  type OrderDetailState,
  useOrderDetail,
} from '#web/screens/order/detail/use-order-detail.ts'
import type { OrderPart } from '#web/screens/order/order-address.ts'

export type OrderDetailProps = Omit<DetailSheetProps, 'edited' | 'onEdited'> & {
  /** Opens another order in place of this one. */
  readonly onOrder: (id: number) => void
}

/** The order detail: figures, receipt, and the forms that act on the order. */
export function OrderDetail({ onOrder, ...props }: OrderDetailProps) {
  const [edited, setEdited] = useState<ShownOrder>()
  const goOn = (order: ShownOrder) => {
    setEdited(order)
    onOrder(order.id)
  }
  return (
    <DetailSheet
      {...props}
      edited={edited?.id === props.id ? edited : undefined}
      // Another order mounts a new sheet, so that no input of the previous one is left.
      key={props.id}
      onEdited={goOn}
    />
  )
}

function DetailSheet(props: DetailSheetProps) {
  const { isOpen = true, onClose, onPart } = props
  const t = useDictionary('trading', 'orders')
  const detail = useOrderDetail(props)
  const { lookup, actions, result } = detail
  const order = lookup.kind === 'known' ? lookup.order : undefined
  useQuotesWhileOpen(isOpen)
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen && !actions.isBusy) onClose()
  }
  return (
    <Sheet
      dismissible={!actions.isBusy}
      footer={
        result !== undefined ? (
          <Button full onClick={onClose} size="large">
            {t('detail.done')}
          </Button>
        ) : isActiveOrder(order) ? (
          <DetailFooter detail={detail} order={order} />
        ) : actions.state.kind === 'idle' ? undefined : (
          <ActionNotice onCheckNow={detail.checkOutcome} state={actions.state} />
        )
      }
      onOpenChange={onOpenChange}
      open={isOpen}
      // Steppers and scrolling in the edit form must not close the sheet.
      swipe={detail.part === 'edit' ? 'title' : 'anywhere'}
      title={order === undefined ? t('detail.title') : <DetailTitle order={order} />}
    >
      {result === undefined ? <DetailBody detail={detail} /> : <CloseResultPanel {...result} />}
      {order === undefined ? null : (
        <CancelDialog
          isOpen={isOpen && isCancelDialogOpen(detail)}
          onCheckNow={detail.checkOutcome}
          onConfirm={detail.cancel}
          onDismiss={() => onPart('all')}
          order={order}
          state={actions.state}
        />
      )}
    </Sheet>
  )
}

function DetailBody({ detail }: { detail: OrderDetailState }) {
  const t = useDictionary('orders')
  const { lookup } = detail
  switch (lookup.kind) {
    case 'loading':
      return <DetailSkeleton />
    case 'missing':
      return <EmptyState text={t('detail.missing.text')} title={t('detail.missing.title')} />
    case 'failed':
      return <LoadFailed onRetry={lookup.retry} title={t('detail.failed')} />
    case 'known':
      return <OrderBody detail={detail} order={lookup.order} />
  }
}

function OrderBody({ detail, order }: { detail: OrderDetailState; order: ShownOrder }) {
  const { part, actions, isEdited } = detail
  const { isLocked } = actions
  if (part !== 'all' && part !== 'cancel')
    return (
      <div className="grid grid-cols-1 gap-3">
        <PartHeading disabled={isLocked} onBack={() => detail.onPart('all')} part={part} />
        <div className="grid grid-cols-1 gap-1">
          <DetailHeader order={order} />
          <SizeAndPriceLine order={order} />
        </div>
        <PartForm detail={detail} order={order} part={part} />
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-4">
      {isEdited ? <EditedNotice order={order} /> : null}
      <DetailHeader order={order} />
      <OrderFacts order={order} />
      {order.status === 'open' ? <AccountFacts /> : null}
      <ReceiptTimeline order={order} />
      <div className="-ms-3 flex flex-wrap">
        <AskSupport id={order.id} />
        <ComplainLink about={{ kind: 'order', id: order.id }} />
      </div>
    </div>
  )
}

function AskSupport({ id }: { id: number }) {
  const t = useDictionary('orders')
  return <SupportButton label={t('detail.ask')} order={id} />
}

/** Says that the edit replaced the order with one that has a new number. */
function EditedNotice({ order }: { order: ShownOrder }) {
  const t = useDictionary('orders')
  return (
    <Notice icon="check" live>
      {t('detail.edit.done', {
        id: `\u2066#${order.id}\u2069`,
        before: `\u2066#${order.amendedFrom ?? ''}\u2069`,
      })}
    </Notice>
  )
}

type PartHeadingProps = {
  readonly part: FormPart
  readonly disabled: boolean
  readonly onBack: () => void
}

function PartHeading({ part, disabled, onBack }: PartHeadingProps) {
  const t = useDictionary('orders')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <h3 className="min-w-0 grow basis-32 font-semibold">{t(`detail.${part}.title`)}</h3>
      <Button className="-me-3 shrink-0" disabled={disabled} onClick={onBack} size="small" variant="quiet">
        {t('detail.all')}
        <Icon className="-ms-1" name="chevron-forward" size={16} />
      </Button>
    </div>
  )
}

/** Parts that have a form. */
type FormPart = Exclude<OrderPart, 'all' | 'cancel'>
type PartFormProps = {
  readonly part: FormPart
  readonly detail: OrderDetailState
  readonly order: ShownOrder
}

function PartForm({ part, detail, order }: PartFormProps) {
  const { state, isLocked } = detail.actions
  switch (part) {
    case 'stops':
      return (
        <StopsForm
          disabled={isLocked}
          drafts={detail.stopDrafts}
          onChange={detail.setStopDraft}
          order={order}
          state={state}
        />
      )
    case 'close':
      return (
        <CloseForm disabled={isLocked} onChange={detail.setCloseLots} order={order} text={detail.closeLots} />
      )
    case 'reverse':
      return <ReverseForm order={order} />
    case 'edit':
      return detail.editDraft === undefined ? null : (
        <EditForm
          disabled={isLocked}
          draft={detail.editDraft}
          onChange={detail.setEdit}
          order={order}
          state={state}
        />
      )
  }
}
