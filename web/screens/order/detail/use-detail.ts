import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import { orderFromWire, type ShownOrder } from '#contract/order-from-wire.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { Closed } from '#web/screens/order/detail/closing/closed-outcome.tsx'
import { isSameLots } from '#web/screens/order/detail/closing/closing-view.ts'
import { draftsOf, type StopDrafts } from '#web/screens/order/detail/stops/stops-view.ts'
import { type FoundOrder, useOrder } from '#web/screens/order/detail/use-order.ts'
import { type OrderActs, useOrderActs } from '#web/screens/order/detail/use-order-acts.ts'
import type { OrderPart } from '#web/screens/order/opened-part.ts'

export type DetailWishes = {
  readonly id: number
  /** False while it is on its way out of the screen: then nothing is fetched for it any more. */
  readonly isOpen?: boolean | undefined
  readonly part: OrderPart
  readonly onClose: () => void
  readonly onPart: (part: OrderPart) => void
}

export type Detail = {
  readonly found: FoundOrder
  /** The part that can be shown: an order that is over has no other than all of it. */
  readonly part: OrderPart
  readonly acts: OrderActs
  /** How the close went that was just made. */
  readonly outcome: Closed | undefined
  readonly drafts: StopDrafts
  readonly lotsText: string
  readonly setDrafts: (drafts: StopDrafts) => void
  readonly setLotsText: (text: string) => void
  readonly onPart: (part: OrderPart) => void
  readonly save: (input: SetStopPriceInput) => void
  readonly close: (text: string) => Promise<void>
  readonly cancel: () => void
}

/** What the detail of one order knows and does. */
export function useDetail(wishes: DetailWishes): Detail {
  const { id, isOpen = true, part: wanted, onClose, onPart } = wishes
  const acts = useOrderActs(id)
  const [outcome, setOutcome] = useState<Closed>()
  const found = useOrder(id, !isOpen || acts.isBusy || outcome !== undefined)
  const order = found.kind === 'known' ? found.order : undefined
  const part = partFor(order, wanted)
  const typed = useTyped(order, part, acts)
  const isHere = useIsHere(isOpen)
  useEndedElsewhere(id, isStanding(order) && !acts.isBusy && outcome === undefined, onClose)
  return {
    ...{ found, part, acts, outcome, onPart },
    ...typed,
    save: (input) =>
      void acts.save(input).then(({ kind }) => {
        if (kind === 'done' && isHere.current) onPart('all')
      }),
    async close(text) {
      const isAll = order !== undefined && isSameLots(text, order.lots)
      const done = await acts.close(isAll ? { id } : { id, cont: text })
      if (done.kind !== 'done') return
      const { Rest, ...closed } = done.answer
      setOutcome({ closed: orderFromWire(closed), rest: Rest === null ? null : orderFromWire(Rest) })
    },
    cancel: () =>
      void acts.cancel().then(({ kind }) => {
        if (kind === 'done' && isHere.current) onClose()
      }),
  }
}

/** Whoever has left meanwhile by the way back is led nowhere when the answer comes. */
function useIsHere(isOpen: boolean): RefObject<boolean> {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = isOpen
    return () => {
      isHere.current = false
    }
  }, [isOpen])
  return isHere
}

/** What was typed belongs to one part, and is gone when another is opened, together with what was refused there. */
function useTyped(order: ShownOrder | undefined, part: OrderPart, { state, forget }: OrderActs) {
  const [drafts, setDrafts] = useState<StopDrafts>()
  const [lotsText, setLotsText] = useState<string>()
  const [shown, setShown] = useState(part)
  if (part !== shown) {
    setShown(part)
    setDrafts(undefined)
    setLotsText(undefined)
    if (state.kind === 'failed') forget()
  }
  return {
    drafts: drafts ?? (order === undefined ? noDrafts : draftsOf(order)),
    lotsText: lotsText ?? order?.lots ?? '',
    setDrafts: (next: StopDrafts) => {
      setDrafts(next)
      if (state.kind === 'failed') forget()
    },
    setLotsText: (next: string) => {
      setLotsText(next)
      if (state.kind === 'failed') forget()
    },
  }
}

const noDrafts: StopDrafts = {
  stop_loss: { isOn: false, by: 'price', text: '' },
  take_profit: { isOn: false, by: 'price', text: '' },
}

/** An order that ended by itself takes its detail along; the app says why. */
function useEndedElsewhere(id: number, isWatched: boolean, onClose: () => void): void {
  const { portfolio } = useParts()
  const hear = useEffectEvent((ids: readonly number[]) => {
    if (isWatched && ids.includes(id)) onClose()
  })
  useEffect(() => portfolio.onEnded((ids) => hear(ids)), [portfolio])
}

export function isStanding(order: ShownOrder | undefined): order is ShownOrder {
  return order?.status === 'open' || order?.status === 'pending'
}

function partFor(order: ShownOrder | undefined, wanted: OrderPart): OrderPart {
  switch (wanted) {
    case 'close':
      return order?.status === 'open' ? wanted : 'all'
    case 'cancel':
      return order?.status === 'pending' ? wanted : 'all'
    default:
      return isStanding(order) ? wanted : 'all'
  }
}
