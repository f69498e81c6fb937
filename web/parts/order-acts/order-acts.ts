import type { AmendOrderInput } from '#contract/calls/amend-order.ts'
import type { CloseAnswer, CloseInput } from '#contract/calls/close.ts'
import type { CloseManyAnswer, CloseManyInput } from '#contract/calls/close-many.ts'
import type { DecidedOrderFields } from '#contract/calls/order-fields.ts'
import type { ReverseAnswer, ReverseInput } from '#contract/calls/reverse.ts'
import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import type { Call } from '#web/calls/call-request.ts'
import {
  amendOrder,
  type ChangeOptions,
  cancelOrder,
  closeOrder,
  closeOrders,
  reverseOrder,
  setStops,
} from '#web/calls/change-order.ts'
import { type Act, type ActState, createAct, idle } from '#web/parts/act.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { createTellUnseen, type UnseenEnd } from '#web/parts/order-acts/tell-unseen.ts'
import { createValueStore, type ValueStore } from '#web/platform/value-store.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import type { Session } from '#web/stores/session.ts'

/** An act on an order, or on many (`close_many`), with the input as it is sent. */
export type OrderAct =
  | { readonly kind: 'close'; readonly input: CloseInput }
  | { readonly kind: 'cancel'; readonly input: { readonly id: number } }
  | { readonly kind: 'stops'; readonly input: SetStopPriceInput }
  | { readonly kind: 'reverse'; readonly input: ReverseInput }
  | { readonly kind: 'amend'; readonly input: AmendOrderInput }
  | { readonly kind: 'close_many'; readonly input: CloseManyInput }

export type DoneAct =
  | { readonly kind: 'close'; readonly answer: CloseAnswer }
  | { readonly kind: 'reverse'; readonly answer: ReverseAnswer }
  | { readonly kind: 'amend'; readonly answer: DecidedOrderFields }
  | { readonly kind: 'close_many'; readonly answer: CloseManyAnswer }
  | { readonly kind: 'cancel' | 'stops' }

export type OrderActState = ActState<OrderAct>

export type ActOnOrder = Pick<
  Act<OrderAct, DoneAct>,
  'getSnapshot' | 'subscribe' | 'run' | 'askAgain' | 'forget'
> & {
  /**
   * Somebody sees how it goes, until they call what this returns. What was refused has been read then; what may have
   * closed or cancelled the order stays in doubt all the same.
   */
  readonly watch: () => () => void
}

/** Held by the app: whoever opens an order again finds what is under way or in doubt there. */
export type OrderActs = {
  readonly of: (orderId: number) => ActOnOrder
  /** Closing many orders at once: one such act at a time for the whole account. */
  readonly many: ActOnOrder
}

export type OrderActsParts = {
  /** The one that asks until it is known. */
  readonly call: Call
  readonly session: Pick<Session, 'getSnapshot' | 'subscribe'>
  readonly portfolio: Pick<Portfolio, 'standing' | 'expectEnd' | 'refresh'>
  readonly now: () => number
  /** What nobody has seen and somebody wants to know. */
  readonly tell: (market: string | undefined, ended: UnseenEnd) => void
}

const made = new WeakMap<AppParts, OrderActs>()

/** The one of this page. */
export function orderActsOf(parts: AppParts): OrderActs {
  const { caller, session, portfolio, now } = parts
  const present = made.get(parts)
  if (present !== undefined) return present
  const tell = createTellUnseen(parts)
  const acts = createOrderActs({ call: caller.callUntilKnown, session, portfolio, now, tell })
  made.set(parts, acts)
  return acts
}

/** More than can stand in an account, so that what falls out is of orders that are long over. */
export const mostHeld = 1_000

/** An order by its id, or the act on many. */
type Place = number | 'many'

type Held = ReadonlyMap<Place, OrderActState>

export function createOrderActs(parts: OrderActsParts): OrderActs {
  const { call, session, portfolio, now, tell } = parts
  const held = createValueStore<Held>(new Map())
  let token = session.getSnapshot()
  session.subscribe(() => {
    if (session.getSnapshot() === token) return
    token = session.getSnapshot()
    // Keys belong to a user: under another one the same key would be a close of its own.
    held.set(new Map())
  })
  async function make(request: OrderAct, options: ChangeOptions): Promise<DoneAct> {
    const takeBacks = new Map(endedBy(request).map((id) => [id, portfolio.expectEnd(id)]))
    try {
      const done = await send(call, request, { ...options, quiet: 'refused' })
      for (const id of refusedOf(done)) takeBacks.get(id)?.()
      return done
    } catch (failure) {
      for (const takeBack of takeBacks.values()) takeBack()
      throw failure
    } finally {
      // Also where it failed: what is shown was not what there is.
      void portfolio.refresh()
    }
  }
  /** How many look at an order; none is held of one at which nobody looks. */
  const watchers = new Map<Place, number>()
  function at(place: Place): ActOnOrder {
    const slot = slotOf(held, place)
    const act = createAct<OrderAct, DoneAct>({ slot, make, now })
    /** What ended while nobody looked is told, and a refusal is not said once more to whoever comes later. */
    async function seen(trying: Promise<DoneAct | undefined>): Promise<DoneAct | undefined> {
      // By the time it ends the order may be gone.
      const market = marketOf(portfolio, place)
      const done = await trying
      if (done !== undefined || watchers.has(place)) return done
      const ended = unseenEnd(slot.getSnapshot())
      if (ended !== undefined) tell(market, ended)
      act.forget()
      return undefined
    }
    return {
      ...act,
      run: (request) => seen(act.run(request)),
      askAgain() {
        const asking = act.askAgain()
        // How it stands now is all there is to know then.
        if (slot.getSnapshot().kind === 'too_old') void portfolio.refresh()
        return seen(asking)
      },
      watch() {
        watchers.set(place, (watchers.get(place) ?? 0) + 1)
        return () => {
          const others = (watchers.get(place) ?? 1) - 1
          if (others > 0) watchers.set(place, others)
          else watchers.delete(place)
          const state = slot.getSnapshot()
          act.forget()
          // Stops may be set twice, and whoever left sees which there are.
          if (state.kind === 'unknown' && state.request.kind === 'stops') act.giveUp()
        }
      },
    }
  }
  return { of: at, many: at('many') }
}

function marketOf({ standing }: Pick<Portfolio, 'standing'>, place: Place): string | undefined {
  const { open, pending } = standing.getSnapshot()
  return [...open, ...pending].find(({ id }) => id === place)?.market.showCode
}

/** Whatever else went wrong a toast has said. */
function unseenEnd(state: OrderActState): UnseenEnd | undefined {
  if (state.kind === 'unknown') return { kind: 'unknown' }
  if (state.kind !== 'failed' || state.failure.kind !== 'refused') return undefined
  return { kind: 'refused', msg: state.failure.msg }
}

/** Of what is under way or in doubt. */
export function unsettledKind(state: OrderActState): OrderAct['kind'] | undefined {
  return state.kind === 'busy' || state.kind === 'unknown' ? state.request.kind : undefined
}

/** Ids of the orders that end when the act is done. */
function endedBy({ kind, input }: OrderAct): readonly number[] {
  switch (kind) {
    case 'close':
      return input.cont === undefined ? [input.id] : []
    case 'cancel':
    case 'reverse':
    case 'amend':
      return [input.id]
    case 'close_many':
      return idsOf(input)
    case 'stops':
      return []
  }
}

export function idsOf({ ids }: CloseManyInput): readonly number[] {
  return typeof ids === 'string' ? ids.split(',').map(Number) : ids
}

/** Ids that a close of many left open. */
function refusedOf(done: DoneAct): readonly number[] {
  if (done.kind !== 'close_many') return []
  return done.answer.results.filter(({ code }) => code !== 1).map(({ Id }) => Id)
}

async function send(call: Call, { kind, input }: OrderAct, options: ChangeOptions): Promise<DoneAct> {
  switch (kind) {
    case 'close':
      return { kind, answer: await closeOrder(call, input, options) }
    case 'cancel':
      await cancelOrder(call, input, options)
      return { kind }
    case 'stops':
      await setStops(call, input, options)
      return { kind }
    case 'reverse':
      return { kind, answer: await reverseOrder(call, input, options) }
    case 'amend':
      return { kind, answer: await amendOrder(call, input, options) }
    case 'close_many':
      return { kind, answer: await closeOrders(call, input, options) }
  }
}

/** The place of one order among all. Nothing is held of one to which nothing is done. */
function slotOf(held: ValueStore<Held>, place: Place): ValueStore<OrderActState> {
  return {
    subscribe: held.subscribe,
    getSnapshot: () => held.getSnapshot().get(place) ?? idle,
    set(next) {
      const others = [...held.getSnapshot()].filter(([other]) => other !== place)
      const all = next.kind === 'idle' ? others : [...others, [place, next] as const]
      held.set(new Map(all.slice(-mostHeld)))
    },
  }
}
