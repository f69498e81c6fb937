import type { CloseAnswer, CloseInput } from '#contract/calls/close.ts'
import type { SetStopPriceInput } from '#contract/calls/set-stop-price.ts'
import type { Call } from '#web/calls/call-request.ts'
import { type ChangeOptions, cancelOrder, closeOrder, setStops } from '#web/calls/change-order.ts'
import { type Act, type ActState, createAct, idle } from '#web/parts/act.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { createTellUnseen, type UnseenEnd } from '#web/parts/order-acts/tell-unseen.ts'
import { createValueStore, type ValueStore } from '#web/platform/value-store.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import type { Session } from '#web/stores/session.ts'

/** What can be done to an order, as it is sent. */
export type OrderAct =
  | { readonly kind: 'close'; readonly input: CloseInput }
  | { readonly kind: 'cancel'; readonly input: { readonly id: number } }
  | { readonly kind: 'stops'; readonly input: SetStopPriceInput }

export type DoneAct =
  | { readonly kind: 'close'; readonly answer: CloseAnswer }
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
export type OrderActs = { readonly of: (orderId: number) => ActOnOrder }

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

type Held = ReadonlyMap<number, OrderActState>

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
    const unexpect = endsIt(request) ? portfolio.expectEnd(request.input.id) : undefined
    try {
      return await send(call, request, { ...options, quiet: 'refused' })
    } catch (failure) {
      unexpect?.()
      throw failure
    } finally {
      // Also where it failed: what is shown was not what there is.
      void portfolio.refresh()
    }
  }
  /** How many look at an order; none is held of one at which nobody looks. */
  const watchers = new Map<number, number>()
  return {
    of(orderId) {
      const slot = slotOf(held, orderId)
      const act = createAct<OrderAct, DoneAct>({ slot, make, now })
      /** What ended while nobody looked is told, and a refusal is not said once more to whoever comes later. */
      async function seen(trying: Promise<DoneAct | undefined>): Promise<DoneAct | undefined> {
        // By the time it ends the order may be gone.
        const market = marketOf(portfolio, orderId)
        const done = await trying
        if (done !== undefined || watchers.has(orderId)) return done
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
          watchers.set(orderId, (watchers.get(orderId) ?? 0) + 1)
          return () => {
            const others = (watchers.get(orderId) ?? 1) - 1
            if (others > 0) watchers.set(orderId, others)
            else watchers.delete(orderId)
            const state = slot.getSnapshot()
            act.forget()
            // Stops may be set twice, and whoever left sees which there are.
            if (state.kind === 'unknown' && state.request.kind === 'stops') act.giveUp()
          }
        },
      }
    },
  }
}

function marketOf({ standing }: Pick<Portfolio, 'standing'>, orderId: number): string | undefined {
  const { open, pending } = standing.getSnapshot()
  return [...open, ...pending].find(({ id }) => id === orderId)?.market.showCode
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

function endsIt({ kind, input }: OrderAct): boolean {
  return kind === 'cancel' || (kind === 'close' && input.cont === undefined)
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
  }
}

/** The place of one order among all. Nothing is held of one to which nothing is done. */
function slotOf(held: ValueStore<Held>, orderId: number): ValueStore<OrderActState> {
  return {
    subscribe: held.subscribe,
    getSnapshot: () => held.getSnapshot().get(orderId) ?? idle,
    set(next) {
      const others = [...held.getSnapshot()].filter(([id]) => id !== orderId)
      const all = next.kind === 'idle' ? others : [...others, [orderId, next] as const]
      held.set(new Map(all.slice(-mostHeld)))
    },
  }
}
