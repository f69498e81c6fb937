import type { AmendOrderInput } from '#contract/calls/trading.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { isSamePrice, type StopDraft, stopDraftAt } from '#web/parts/stops/stop-draft.ts'
import type { TicketConditions, TicketView } from '#web/parts/ticket/ticket-types.ts'
import { viewTicket } from '#web/parts/ticket/ticket-view.ts'
import { isSameLots } from '#web/screens/order/detail/close-preview.ts'

/** The editable terms of a pending order. */
export type EditDraft = {
  readonly target: string
  readonly lots: string
  readonly stopLoss: StopDraft
  readonly takeProfit: StopDraft
}

export type EditPreview = {
  /** The edited order, checked by the rules of the ticket. */
  readonly ticket: TicketView
  readonly isChanged: boolean
  /** Undefined while nothing is changed or something is wrong. */
  readonly input: AmendOrderInput | undefined
}

/** The order's current terms, overridden by the edited ones. */
export function editDraftOf(order: ShownOrder, edited: Partial<EditDraft> = {}): EditDraft {
  return {
    target: order.openPrice,
    lots: order.lots,
    stopLoss: stopDraftAt(order.stopLoss),
    takeProfit: stopDraftAt(order.takeProfit),
    ...edited,
  }
}

export function previewEdit(order: ShownOrder, draft: EditDraft, conditions: TicketConditions): EditPreview {
  const { side, leverage, market } = order
  const ticket = viewTicket({ ...draft, marketId: market.id, side, leverage, mode: 'pending' }, conditions)
  const isChanged = hasChanges(order, draft, ticket)
  const submitted = isChanged ? ticket.input : undefined
  return {
    ticket,
    isChanged,
    input:
      submitted?.target_price === undefined
        ? undefined
        : {
            id: order.id,
            target_price: submitted.target_price,
            cont: submitted.cont,
            stop_loss_price: submitted.stop_loss_price ?? '',
            target_profit_price: submitted.target_profit_price ?? '',
          },
  }
}

/** Compares amounts, not texts: 0.5 lots is the same as 0.50 lots. */
function hasChanges(order: ShownOrder, draft: EditDraft, ticket: TicketView): boolean {
  const { precision } = order.market
  const isSame = (one: string | null, other: string | null) => isSamePrice(one, other, precision)
  const stop = (of: StopDraft, price: string | null | undefined) => (of.isOn ? (price ?? of.text) : null)
  return (
    !isSame(draft.target, order.openPrice) ||
    !isSameLots(draft.lots, order.lots) ||
    !isSame(stop(draft.stopLoss, ticket.stopLoss?.price), order.stopLoss) ||
    !isSame(stop(draft.takeProfit, ticket.takeProfit?.price), order.takeProfit)
  )
}

/** Fields that show a refusal themselves. A refusal of anything else is shown above the button. */
export const editFields = ['target', 'lots', 'stop_loss', 'take_profit'] as const
