import type { ShownOrder } from '#contract/order-from-wire.ts'
import { CloseForm } from '#web/screens/order/detail/closing/close-form.tsx'
import { EditForm } from '#web/screens/order/detail/editing/edit-form.tsx'
import { ReverseForm } from '#web/screens/order/detail/reversing/reverse-form.tsx'
import { StopsForm } from '#web/screens/order/detail/stops/stops-form.tsx'
import type { Detail } from '#web/screens/order/detail/use-detail.ts'
import type { OrderPart } from '#web/screens/order/opened-part.ts'

/** Parts with a form of their own. */
export type FormPart = Exclude<OrderPart, 'all' | 'cancel'>
export type PartBodyProps = { readonly part: FormPart; readonly detail: Detail; readonly order: ShownOrder }

export function PartBody({ part, detail, order }: PartBodyProps) {
  const { state, isLocked } = detail.acts
  switch (part) {
    case 'stops':
      return (
        <StopsForm
          disabled={isLocked}
          drafts={detail.drafts}
          onChange={detail.setDraft}
          order={order}
          state={state}
        />
      )
    case 'close':
      return (
        <CloseForm disabled={isLocked} onChange={detail.setLotsText} order={order} text={detail.lotsText} />
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
