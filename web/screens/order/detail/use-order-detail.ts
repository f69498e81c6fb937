import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type {
  AmendOrderInput,
  CloseAnswer,
  CloseInput,
  ReverseAnswer,
  ReverseInput,
  SetStopPriceInput,
} from '#contract/calls/trading.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import type { CompletedAction } from '#web/calls/trading.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import {
  type OrderActionState,
  useConfirmedAction,
  useOrderActions,
} from '#web/parts/order-actions/use-order-actions.ts'
import { noStop, type StopDraft, type StopKind } from '#web/parts/stops/stop-draft.ts'
import type { CloseResult } from '#web/screens/order/detail/close-result.tsx'
import { type EditDraft, editDraftOf } from '#web/screens/order/detail/edit-preview.ts'
import { type OrderLookup, useOrderLookup } from '#web/screens/order/detail/order-data.ts'
import { type StopDrafts, stopDraftsOf } from '#web/screens/order/detail/stops-preview.ts'
import type { OrderPart } from '#web/screens/order/order-address.ts'
import { type ActionState, unsettledKind } from '#web/trade-actions/action-state.ts'

export type DetailSheetProps = {
  readonly id: number
  /** False during the closing animation. Nothing is fetched then. */
  readonly isOpen?: boolean | undefined
  readonly part: OrderPart
  readonly onClose: () => void
  readonly onPart: (part: OrderPart) => void
  /** The order from the answer to an edit, shown until the lists have it. */
  readonly edited?: ShownOrder | undefined
  /** Called with the new order that replaces this one after an edit. */
  readonly onEdited: (order: ShownOrder) => void
}

export type OrderDetailState = {
  readonly lookup: OrderLookup
  /** The shown part. `all` if the status of the order does not allow the requested part. */
  readonly part: OrderPart
  readonly actions: OrderActionState
  /** Result of the close or reversal that was just made. */
  readonly result: CloseResult | undefined
  readonly stopDrafts: StopDrafts
  readonly closeLots: string
  readonly editDraft: EditDraft | undefined
  readonly setEdit: (change: Partial<EditDraft>) => void
  readonly setStopDraft: (kind: StopKind, draft: StopDraft) => void
  readonly setCloseLots: (text: string) => void
  readonly onPart: (part: OrderPart) => void
  readonly saveStops: (input: SetStopPriceInput) => void
  readonly close: (input: CloseInput) => Promise<void>
  readonly cancel: () => void
  readonly reverse: (input: ReverseInput) => void
  readonly saveEdit: (input: AmendOrderInput) => void
  /** True right after an edit was saved. */
  readonly isEdited: boolean
  /** Asks for the outcome of an unconfirmed action now. */
  readonly checkOutcome: () => void
}

export function useOrderDetail(props: DetailSheetProps): OrderDetailState {
  const { id, isOpen = true, part: requestedPart, onClose, onPart, edited, onEdited } = props
  const actions = useOrderActions(id)
  const [result, setResult] = useState<CloseResult>()
  const lookup = useOrderLookup(id, !isOpen || actions.isBusy || result !== undefined, edited)
  const order = lookup.kind === 'known' ? lookup.order : undefined
  const part = allowedPart(order, requestedPart)
  const inputs = useFormInputs(order, part, actions)
  const isOpenRef = useIsOpenRef(isOpen)
  useCloseWhenOrderEnds(id, isActiveOrder(order) && !actions.isLocked && result === undefined, onClose)
  useOutcomeWatch(isOpen ? part : undefined, actions.watch)
  /** Navigates only while the detail is open: the user may have left before the answer arrived. */
  function settle(done: CompletedAction | undefined): void {
    if (done?.kind === 'close') setResult(closeResult(done.answer))
    if (done?.kind === 'reverse') setResult(reverseResult(done.answer))
    if (!isOpenRef.current) return
    if (done?.kind === 'stops') onPart('all')
    if (done?.kind === 'cancel') onClose()
    if (done?.kind === 'amend') onEdited(orderFromWire(done.answer))
  }
  useConfirmedAction(actions, isOpen, settle)
  return {
    ...{ lookup, part, actions, result, onPart },
    ...inputs,
    isEdited: edited !== undefined,
    saveStops: (input) => void actions.submit({ kind: 'stops', input }).then(settle),
    close: (input) => actions.submit({ kind: 'close', input }).then(settle),
    cancel: () => void actions.submit({ kind: 'cancel', input: { id } }).then(settle),
    reverse: (input) => void actions.submit({ kind: 'reverse', input }).then(settle),
    saveEdit: (input) => void actions.submit({ kind: 'amend', input }).then(settle),
    checkOutcome: actions.checkOutcomes,
  }
}

function closeResult({ Rest, ...closed }: CloseAnswer): CloseResult {
  return { closed: orderFromWire(closed), rest: Rest === null ? null : orderFromWire(Rest) }
}

function reverseResult({ Closed, ...opened }: ReverseAnswer): CloseResult {
  return { closed: orderFromWire(Closed), rest: null, opened: orderFromWire(opened) }
}

/** Tells an answer that arrives later whether the detail is still open. */
function useIsOpenRef(isOpen: boolean): RefObject<boolean> {
  const isOpenRef = useRef(false)
  useEffect(() => {
    isOpenRef.current = isOpen
    return () => {
      isOpenRef.current = false
    }
  }, [isOpen])
  return isOpenRef
}

/**
 * Restarts the watch for each part, so that a refusal in one part is not shown in another. While the detail is closed,
 * the notice above every screen reports the outcome.
 */
function useOutcomeWatch(part: OrderPart | undefined, watch: () => () => void): void {
  useEffect(() => (part === undefined ? undefined : watch()), [part, watch])
}

/** Inputs of the shown part. They are cleared when another part is opened. */
function useFormInputs(order: ShownOrder | undefined, part: OrderPart, { state, dismiss }: OrderActionState) {
  const [editedStops, setEditedStops] = useState<Partial<StopDrafts>>({})
  const [typedLots, setTypedLots] = useState<string>()
  const [edited, setEdited] = useState<Partial<EditDraft>>({})
  const [lastPart, setLastPart] = useState(part)
  if (part !== lastPart) {
    setLastPart(part)
    setEditedStops({})
    setTypedLots(undefined)
    setEdited({})
  }
  const stopDrafts = useMemo(
    () => (order === undefined ? noDrafts : stopDraftsOf(order, editedStops)),
    [order, editedStops],
  )
  const editDraft = useMemo(
    () => (order === undefined ? undefined : editDraftOf(order, edited)),
    [order, edited],
  )
  const setEdit = useCallback(
    (change: Partial<EditDraft>) => {
      setEdited((before) => ({ ...before, ...change }))
      dismiss()
    },
    [dismiss],
  )
  const setStopDraft = useCallback(
    (kind: StopKind, draft: StopDraft) => {
      setEditedStops((before) => ({ ...before, [kind]: draft }))
      dismiss()
    },
    [dismiss],
  )
  return {
    ...{ stopDrafts, editDraft, setEdit, setStopDraft },
    closeLots: unsettledLots(state) ?? typedLots ?? order?.lots ?? '',
    setCloseLots: (next: string) => {
      setTypedLots(next)
      dismiss()
    },
  }
}

/** Lots of an unsettled close. The form shows these lots, even if others were typed since. */
function unsettledLots(state: ActionState): string | undefined {
  if (state.kind !== 'busy' && state.kind !== 'unconfirmed') return undefined
  return state.request.kind === 'close' ? state.request.input.cont : undefined
}

const noDrafts: StopDrafts = { stop_loss: noStop, take_profit: noStop }

/** Closes the detail when the order ends on its own, for example at a stop. A toast reports the cause. */
function useCloseWhenOrderEnds(id: number, isWatched: boolean, onClose: () => void): void {
  const { portfolio } = useParts()
  const onOrdersEnded = useEffectEvent((ids: readonly number[]) => {
    if (isWatched && ids.includes(id)) onClose()
  })
  useEffect(() => portfolio.onEnded((ids) => onOrdersEnded(ids)), [portfolio])
}

/** Whether the cancel dialog is open. It stays closed while another action on the order is unsettled. */
export function isCancelDialogOpen({ part, actions }: Pick<OrderDetailState, 'part' | 'actions'>): boolean {
  return part === 'cancel' && (unsettledKind(actions.state) ?? 'cancel') === 'cancel'
}

export function isActiveOrder(order: ShownOrder | undefined): order is ShownOrder {
  return order?.status === 'open' || order?.status === 'pending'
}

function allowedPart(order: ShownOrder | undefined, requestedPart: OrderPart): OrderPart {
  switch (requestedPart) {
    case 'close':
    case 'reverse':
      return order?.status === 'open' ? requestedPart : 'all'
    case 'edit':
    case 'cancel':
      return order?.status === 'pending' ? requestedPart : 'all'
    default:
      return isActiveOrder(order) ? requestedPart : 'all'
  }
}
