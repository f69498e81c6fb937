import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import type { Account } from '#web/account/account.ts'
import type { Call } from '#web/calls/call-request.ts'
import type { CompletedAction, TradeAction } from '#web/calls/trading.ts'
import type { Live } from '#web/live/live.ts'
import type { Timers } from '#web/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import type { Session } from '#web/stores/session.ts'
import type { StoredText, TextStorage } from '#web/stores/stored-text.ts'
import { hashSession, ownershipOf, sessionUserId } from '#web/trade-actions/action-owner.ts'
import {
  type ActionEntry,
  type ActionState,
  type ActionsSnapshot,
  type ActionTarget,
  closedOrderIds,
  idle,
  isSettled,
  type SentAction,
  targetOf,
  unsettledKind,
} from '#web/trade-actions/action-state.ts'
import { createActionStorage, readLegacyOrder } from '#web/trade-actions/action-storage.ts'
import { expectEnds, type RevokeExpected, stillOpenIds } from '#web/trade-actions/expected-ends.ts'
import { createOutcomePoller, settledState } from '#web/trade-actions/outcome-poller.ts'
import { answerTimeoutMs, type SendResult, sendAction, withLastSeen } from '#web/trade-actions/send-action.ts'

/** Everything that changes orders, of the user who is logged in. Each act is sent once; a lost answer is asked for. */
export type TradeActions = ReadableStore<ActionsSnapshot> & {
  /** The act of a place that is not settled, or else the last one that was not told yet. */
  readonly stateOf: (place: ActionTarget) => ActionState
  /**
   * Sends an act, once. Resolves with the answer if it came within 5 s, and with nothing if it was not done or is
   * unconfirmed. Does nothing while another act of the same place is not settled, and for 0.4 s after one of this kind
   * has ended there: the second of two taps must not repeat what the first was refused. `market` names it later; that of
   * an order is known.
   */
  readonly submit: (act: TradeAction, market?: string) => Promise<CompletedAction | undefined>
  /** Asks for the outcomes of all unconfirmed acts now. */
  readonly checkOutcomes: () => void
  /**
   * The user has read how the act that `at` gives has ended. One that is not settled is not forgotten. With `read`, only
   * if that is still what `at` gives.
   */
  readonly dismiss: (place: ActionTarget, read?: ActionState) => void
  /** The same for the act with this key. */
  readonly dismissKey: (key: string) => void
  /** The screen of this place shows how its act goes. Returns the way out, which also forgets what was read. */
  readonly watch: (place: ActionTarget) => () => void
}

export type TradeActionsParts = {
  readonly call: Call
  readonly session: Pick<Session, 'getSnapshot' | 'subscribe'>
  readonly account: Pick<Account, 'getSnapshot' | 'subscribe' | 'refresh'>
  readonly portfolio: Pick<Portfolio, 'standing' | 'expectEnd' | 'refresh'>
  readonly lastSeen: Live['lastSeen']
  readonly storage: TextStorage | undefined
  /** Where an earlier version of the app kept its one order. */
  readonly legacy: StoredText
  /** Another tab may have kept or removed an act. */
  readonly onStorageChange: (handler: () => void) => void
  /** The line or the page is back. */
  readonly onWake: (handler: () => void) => void
  readonly newKey: () => string
  readonly now: () => number
  readonly timers: Timers
  readonly random: () => number
}

/** As long as `late-presses` in ui/overlay.css. */
export const doubleTapGuardMs = 400
/** How long an act waits for the user of its session to be fetched, if that failed before. */
export const maxUserWaitMs = 1_500
/** The tab that sent an act asks first. Other tabs wait a little longer, and are often told before they ask. */
const otherTabsWaitMs = 2_000
/** The server answers for 23 h. */
export const outcomeRetentionMs = 23 * 60 * 60 * 1_000
/** Acts of users who do not come back are dropped after that. */
export const maxStoredMs = 7 * 24 * 60 * 60 * 1_000

type TrackedAction = {
  sent: SentAction
  /** Undefined as long as another tab may still get the answer. */
  state: ActionState | undefined
  /** Whether it must be in the storage. Not after a first answer, which settles it. */
  isStored: boolean
  readonly revokeExpected: RevokeExpected
}

export function createTradeActions(parts: TradeActionsParts): TradeActions {
  const { session, account, portfolio, now } = parts
  const kept = createActionStorage(parts.storage)
  /** Every act that was kept, whoever it belongs to. */
  const held = new Map<string, TrackedAction>()
  const watchers = new Map<ActionTarget, number>()
  /** When an act of this place and kind last ended. */
  const endedAtMs = new Map<string, number>()
  const shown = createValueStore<ActionsSnapshot>({ entries: [], isOwnerPending: false })
  const checks = createOutcomePoller({ ...parts, mayPoll: mayAsk, answered, failed })

  const owner = (sent: SentAction) => ownershipOf(sent, session.getSnapshot(), account.getSnapshot())

  function publish(): void {
    const all = [...held.values()]
    const own = all.flatMap(({ sent, state }) =>
      state === undefined || owner(sent) !== 'same' ? [] : [{ sent, state }],
    )
    const entries = own.map((entry): ActionEntry => {
      const place = targetOf(entry.sent.action)
      return { ...entry, isWatched: watchers.has(place) && shownAt(own, place) === entry }
    })
    const isOwnerPending = all.some(({ sent }) => sent.action.kind === 'place' && owner(sent) === 'not_yet')
    shown.set({ entries, isOwnerPending })
  }
  function put(one: TrackedAction, state: ActionState): void {
    one.state = state
    publish()
  }
  function drop({ sent: { key } }: TrackedAction): void {
    held.delete(key)
    kept.remove(key)
    checks.untrack(key)
    publish()
  }

  /** Starts the time in which the same press does nothing. */
  function noteEnd({ action: act }: SentAction): void {
    for (const [button, atMs] of [...endedAtMs]) if (!isJustNow(atMs)) endedAtMs.delete(button)
    endedAtMs.set(buttonOf(act), now())
  }
  function isJustNow(atMs: number): boolean {
    const sinceMs = now() - atMs
    return sinceMs >= 0 && sinceMs < doubleTapGuardMs
  }

  /** Without its user an act could not be told after a new login. Resolves with false if the session has ended. */
  async function learnUser(one: TrackedAction, token: string): Promise<boolean> {
    let cancel = () => {}
    const waited = new Promise<void>((resolve) => {
      cancel = parts.timers.after(maxUserWaitMs, resolve)
    })
    await Promise.race([account.refresh(), waited])
    cancel()
    one.sent = { ...one.sent, sentAtMs: now() }
    kept.keep(one.sent)
    return session.getSnapshot() === token
  }

  /** The one sending. */
  async function send(one: TrackedAction): Promise<CompletedAction | undefined> {
    let sending: SendResult = { kind: 'unconfirmed' }
    try {
      sending = await sendAction(parts.call, parts.timers, one.sent)
    } finally {
      // An answer that arrives in another session shows no toast, so it counts as lost: its own user is told the outcome.
      if (sending.kind === 'unconfirmed' || !isOfThisSession(one.sent)) lost(one)
      else settled(one, sending)
      void portfolio.refresh()
    }
    return sending.kind === 'done' && !held.has(one.sent.key) ? sending.done : undefined
  }
  function isOfThisSession({ sessionHash: mark }: SentAction): boolean {
    const token = session.getSnapshot()
    return token !== undefined && hashSession(token) === mark
  }
  function lost(one: TrackedAction): void {
    put(one, unconfirmed(one.sent))
    checks.track(one.sent, untilAskable(one.sent, now()))
  }
  function settled(one: TrackedAction, sending: Exclude<SendResult, { kind: 'unconfirmed' }>): void {
    const request = one.sent.action
    one.isStored = false
    kept.remove(one.sent.key)
    noteEnd(one.sent)
    if (sending.kind === 'done') {
      one.revokeExpected(stillOpenIds(sending.done))
      // Whoever sent it gets the answer. A new order is shown by the ticket, also to a user who has left it meanwhile.
      if (request.kind === 'place') put(one, { ...sending, request })
      else drop(one)
      return
    }
    one.revokeExpected()
    // A toast has said whatever else went wrong.
    if (sending.failure.kind === 'refused' || watchers.has(targetOf(request)))
      put(one, { ...sending, request })
    else drop(one)
  }

  function mayAsk(key: string): boolean {
    const one = held.get(key)
    if (one === undefined || owner(one.sent) !== 'same') return false
    if (one.state === undefined) put(one, unconfirmed(one.sent))
    if (now() - one.sent.sentAtMs <= outcomeRetentionMs) return true
    answered(key, { state: 'expired' })
    return false
  }
  /** It stays kept until it has been told: after a reload it is asked for, and told, again. */
  function answered(key: string, answer: OutcomeAnswer): void {
    const one = held.get(key)
    if (one === undefined) return
    checks.untrack(key)
    const end = settledState(one.sent.action, answer)
    one.revokeExpected(end.kind === 'done' ? stillOpenIds(end.done) : undefined)
    noteEnd(one.sent)
    put(one, end)
    void portfolio.refresh()
  }
  function failed(key: string, hasLine: boolean): void {
    const one = held.get(key)
    if (one?.state?.kind === 'unconfirmed') put(one, { ...one.state, isReachable: hasLine })
  }

  /** Takes up acts that are kept and not known here. `isStart`: no other tab is known to be sending them. */
  function reread(isStart: boolean): void {
    const all = kept.all()
    for (const sent of all) {
      if (held.has(sent.key)) continue
      if (now() - sent.sentAtMs > maxStoredMs) {
        kept.remove(sent.key)
        continue
      }
      const state = isStart ? unconfirmed(sent) : undefined
      held.set(sent.key, { sent, state, isStored: true, revokeExpected: () => undefined })
      checks.track(sent, untilAskable(sent, now()) + (isStart ? 0 : otherTabsWaitMs))
    }
    // Another tab has told it.
    const keys = new Set(all.map(({ key }) => key))
    for (const one of [...held.values()]) {
      if (!one.isStored || keys.has(one.sent.key) || one.state?.kind === 'busy') continue
      one.isStored = false
      if (isOnScreen(one)) continue
      one.revokeExpected()
      drop(one)
    }
    publish()
  }
  /** An end that the user is reading here stays, whatever another tab does. */
  function isOnScreen({ sent, state = idle }: TrackedAction): boolean {
    return isSettled(state) && watchers.has(targetOf(sent.action))
  }
  function userChanged(): void {
    const userId = sessionUserId(session.getSnapshot(), account.getSnapshot())
    for (const one of held.values()) {
      if (userId === undefined || one.sent.userId !== null || owner(one.sent) !== 'same') continue
      one.sent = { ...one.sent, userId }
      if (one.isStored) kept.keep(one.sent)
    }
    publish()
    checks.wake()
  }

  function at(place: ActionTarget): ActionState {
    const { entries } = shown.getSnapshot()
    return shownAt(entries, place)?.state ?? idle
  }
  function forget(place: ActionTarget, read?: ActionState): void {
    const entry = shownAt(shown.getSnapshot().entries, place)
    if (entry === undefined || targetOf(entry.sent.action) !== place) return
    if (read === undefined || read === entry.state) forgetKey(entry.sent.key)
  }
  function forgetKey(key: string): void {
    const one = held.get(key)
    if (one?.state === undefined || owner(one.sent) !== 'same' || unsettledKind(one.state) !== undefined)
      return
    // The button that puts away an expired order is replaced by the one that places an order. Other ends are also
    // forgotten while the user types, which must not hold back the next press.
    if (one.state.kind === 'expired') noteEnd(one.sent)
    drop(one)
  }
  function newAct(request: TradeAction, token: string, market: string | undefined): SentAction {
    const seen = parts.lastSeen()
    return {
      key: parts.newKey(),
      action: withLastSeen(request, seen),
      userId: sessionUserId(token, account.getSnapshot()) ?? null,
      sessionHash: hashSession(token),
      seenAtMs: seen?.nowMs ?? now(),
      sentAtMs: now(),
      market: market ?? marketOf(portfolio, targetOf(request)),
    }
  }

  const legacy = readLegacyOrder(parts.legacy)
  if (legacy !== undefined) kept.keep(legacy)
  reread(true)
  parts.onStorageChange(() => reread(false))
  parts.onWake(checks.wake)
  session.subscribe(userChanged)
  account.subscribe(userChanged)
  return {
    ...{
      getSnapshot: shown.getSnapshot,
      subscribe: shown.subscribe,
      stateOf: at,
      dismiss: forget,
      dismissKey: forgetKey,
    },
    checkOutcomes: checks.wake,
    async submit(request, market) {
      const place = targetOf(request)
      const token = session.getSnapshot()
      const isHeldBack = place === 'ticket' && shown.getSnapshot().isOwnerPending
      if (token === undefined || isHeldBack || unsettledKind(at(place)) !== undefined) return undefined
      if (isJustNow(endedAtMs.get(buttonOf(request)) ?? Number.NEGATIVE_INFINITY)) return undefined
      forget(place)
      const sent = newAct(request, token, market)
      const unexpect = expectEnds(portfolio, request)
      const one: TrackedAction = { sent, state: undefined, isStored: true, revokeExpected: unexpect }
      held.set(sent.key, one)
      kept.keep(sent)
      put(one, { kind: 'busy', request: sent.action })
      if (sent.userId !== null || (await learnUser(one, token))) return await send(one)
      // The user has logged out: nothing was sent, and nothing will be.
      unexpect()
      drop(one)
      return undefined
    },
    watch(place) {
      watchers.set(place, (watchers.get(place) ?? 0) + 1)
      publish()
      return () => {
        const others = (watchers.get(place) ?? 1) - 1
        if (others > 0) return void watchers.set(place, others)
        watchers.delete(place)
        forget(place)
        publish()
      }
    },
  }
}

function unconfirmed({ action: act }: SentAction): ActionState {
  return { kind: 'unconfirmed', request: act, isReachable: true }
}

/** Earlier than 5 s after the sending an ask could burn a key whose order is still on its way. */
function untilAskable({ sentAtMs }: SentAction, nowMs: number): number {
  // A clock that was set back must not make it wait for longer.
  return Math.min(answerTimeoutMs, Math.max(0, sentAtMs + answerTimeoutMs - nowMs))
}

/** Names the button that sends an act. */
function buttonOf(act: TradeAction): string {
  return `${act.kind} ${targetOf(act)}`
}

type Shown = Pick<ActionEntry, 'sent' | 'state'>

/** The act that the screen of a place shows: one that is not settled, or else the last one. */
function shownAt<Entry extends Shown>(entries: readonly Entry[], place: ActionTarget): Entry | undefined {
  const own = entries.filter(({ sent }) => touches(sent, place))
  const open = own.find(({ state }) => unsettledKind(state) !== undefined)
  return open ?? own.findLast(({ sent }) => targetOf(sent.action) === place)
}

/** Whether an act is about this place. Closing many orders is about each of them. */
function touches({ action: act }: SentAction, place: ActionTarget): boolean {
  return (
    targetOf(act) === place ||
    (act.kind === 'close_many' && closedOrderIds(act.input).some((id) => id === place))
  )
}

function marketOf(
  { activeOrders: standing }: Pick<Portfolio, 'standing'>,
  place: ActionTarget,
): string | null {
  const { open, pending } = standing.getSnapshot()
  return [...open, ...pending].find(({ id }) => id === place)?.market.showCode ?? null
}
