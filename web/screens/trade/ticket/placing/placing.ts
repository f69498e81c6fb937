import type { SubmitInput } from '#contract/calls/submit.ts'
import { orderFromWire } from '#contract/order-from-wire.ts'
import type { Account } from '#web/account/account.ts'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import type { Call } from '#web/calls/call-request.ts'
import { placeOrder } from '#web/calls/change-order.ts'
import { isStillMeant } from '#web/parts/act.ts'
import type { AppParts } from '#web/parts/app-parts.tsx'
import { randomKey } from '#web/platform/random.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import { keptSentOrder } from '#web/screens/trade/ticket/placing/kept-sent-order.ts'
import type { PlacingState } from '#web/screens/trade/ticket/placing/placing-state.ts'
import {
  ownerNow,
  parseSentOrder,
  type SentOrder,
  sessionMark,
} from '#web/screens/trade/ticket/placing/sent-order.ts'
import { tellElsewhere } from '#web/screens/trade/ticket/placing/tell-elsewhere.ts'
import type { Session } from '#web/stores/session.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

export type Placing = ReadableStore<PlacingState> & {
  /** Places an order. While another is under way, or nobody knows how it went, it does nothing. */
  readonly send: (input: SubmitInput) => void
  /** Asks again for an order of which nobody knows how it went. */
  readonly askAgain: () => void
  /** Somebody has read that nobody will know how it went. */
  readonly acknowledge: () => void
  /** What became of the last order has been read. One that is not known yet is not forgotten. */
  readonly forget: () => void
}

export type PlacingParts = {
  /** The one that asks until it is known. */
  readonly call: Call
  readonly session: Pick<Session, 'getSnapshot' | 'subscribe'>
  readonly account: Pick<Account, 'getSnapshot' | 'subscribe'>
  readonly onReconnect: (handler: () => void) => () => void
  readonly refresh: () => Promise<void>
  readonly stored: StoredText
  readonly newKey: () => string
  readonly now: () => number
}

const placings = new WeakMap<AppParts, Placing>()

/** The one of this page. Making it asks again for an order that a reload left in doubt. */
export function placingOf(parts: AppParts): Placing {
  const present = placings.get(parts)
  if (present !== undefined) return present
  const { caller, session, account, live, portfolio, now } = parts
  const made = createPlacing({
    call: caller.callUntilKnown,
    ...{ session, account, now },
    onReconnect(handler) {
      // A live connection may outlast a line that was cut for a moment.
      window.addEventListener('online', handler)
      return live.onReconnect(handler)
    },
    refresh: portfolio.refresh,
    stored: keptSentOrder(),
    newKey: randomKey,
  })
  tellElsewhere({ ...parts, placing: made, address: () => location })
  placings.set(parts, made)
  return made
}

/**
 * One order at a time, placed once: its key is kept before it is sent, and as long as nobody knows how it went the same is
 * asked again under that key and nothing else is sent.
 */
export function createPlacing(parts: PlacingParts): Placing {
  const { session, account, stored } = parts
  const state = createValueStore<PlacingState>({ kind: 'idle' })
  let sent = parseSentOrder(stored.read() ?? '')
  let isFlying = false
  let token = session.getSnapshot()

  const owner = (order: SentOrder) => ownerNow(order, session.getSnapshot(), account.getSnapshot())

  function keep(order: SentOrder | undefined): void {
    sent = order
    stored.write(order === undefined ? undefined : JSON.stringify(order))
  }
  async function ask(order: SentOrder, isNew: boolean): Promise<void> {
    const { input } = order
    isFlying = true
    let isInDoubt = !isNew
    state.set({ kind: 'sending', input, isInDoubt })
    const onDoubt = () => {
      isInDoubt = true
      state.set({ kind: 'sending', input, isInDoubt })
    }
    const options = { key: order.key, isNewKey: isNew, onDoubt, quiet: 'refused' } as const
    try {
      const answer = await placeOrder(parts.call, input, options)
      settle(order, { kind: 'placed', order: orderFromWire(answer) }, true)
      void parts.refresh()
    } catch (failure) {
      const end = isCallFailure(failure) ? endOf(failure, input, isInDoubt) : inDoubt(input)
      // A session that ended says nothing of a try before that was lost.
      settle(order, end, end.kind === 'refused' || (end.kind === 'failed' && !isInDoubt))
      if (!isCallFailure(failure)) throw failure
    }
  }
  function settle(order: SentOrder, end: PlacingState, isKnown: boolean): void {
    isFlying = false
    if (isKnown) keep(undefined)
    // What became of somebody's order is theirs to know.
    state.set(end.kind === 'failed' || owner(order) === 'same' ? end : { kind: 'idle' })
    look()
  }
  /** Whatever is in doubt is asked for as soon as its user is here, and dropped unsent when it is somebody else. */
  function look(): void {
    if (sent === undefined || isFlying) return
    switch (owner(sent)) {
      case 'same':
        if (state.getSnapshot().kind !== 'unknown') resume()
        break
      case 'unclear':
        expire(sent)
        break
      case 'not_yet':
        state.set({ kind: 'waiting' })
        break
      case 'other':
        keep(undefined)
        state.set({ kind: 'idle' })
        break
      case 'nobody':
        state.set({ kind: 'idle' })
    }
  }
  function resume(): void {
    if (sent === undefined || isFlying || owner(sent) !== 'same') return
    const isOver = state.getSnapshot().kind === 'expired' || !isStillMeant(sent.sentAtMs, parts.now())
    if (isOver) expire(sent)
    else void ask(sent, false)
  }
  /** It stays kept until that has been read, so that a reload says it again. */
  function expire({ input }: SentOrder): void {
    if (state.getSnapshot().kind === 'expired') return
    void parts.refresh()
    state.set({ kind: 'expired', input })
  }
  function sessionChanged(): void {
    const present = session.getSnapshot()
    if (present === token) return
    token = present
    if (!isFlying && sent === undefined) state.set({ kind: 'idle' })
    look()
  }
  session.subscribe(sessionChanged)
  account.subscribe(look)
  parts.onReconnect(resume)
  look()
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    send(input) {
      const isOwed = sent !== undefined && owner(sent) !== 'other'
      const present = session.getSnapshot()
      if (isFlying || isOwed || present === undefined) return
      const who = account.getSnapshot()
      keep({
        key: parts.newKey(),
        input,
        userId: who.kind === 'known' ? who.user.id : null,
        mark: sessionMark(present),
        sentAtMs: parts.now(),
      })
      if (sent !== undefined) void ask(sent, true)
    },
    askAgain: resume,
    acknowledge() {
      if (state.getSnapshot().kind !== 'expired') return
      keep(undefined)
      state.set({ kind: 'idle' })
    },
    forget() {
      if (sent === undefined) state.set({ kind: 'idle' })
    },
  }
}

const inDoubt = (input: SubmitInput): PlacingState => ({ kind: 'unknown', input })

function endOf(failure: CallFailure, input: SubmitInput, isInDoubt: boolean): PlacingState {
  if (failure.kind === 'refused') return { kind: 'refused', input, failure }
  const isOver = failure.kind === 'sessionInvalid' || (failure.kind === 'tooMany' && !isInDoubt)
  return isOver ? { kind: 'failed' } : inDoubt(input)
}
