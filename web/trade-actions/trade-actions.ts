import type { Call } from '#browser/calls/call-request.ts'
import type { Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { hashSession } from '#browser/session/hash-session.ts'
import type { Session } from '#browser/session/session.ts'
import type { StoredText, TextStorage } from '#browser/storage/stored-text.ts'
import type { OutcomeAnswer } from '#contract/calls/trading.ts'
import type { CompletedAction, TradeAction } from '#web/calls/trading.ts'
import type { Live } from '#web/live/live.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import { ownershipOf, sessionUserId } from '#web/trade-actions/action-owner.ts'
import {
  type ActionEntry,
  type ActionState,
  type ActionsSnapshot,
  type ActionTarget,
  entryFor,
  idle,
  isSettled,
  type SentAction,
  targetOf,
  unsettledKind,
} from '#web/trade-actions/action-state.ts'
import { createActionStorage, takeLegacyOrder } from '#web/trade-actions/action-storage.ts'
import { createDoubleTapGuard } from '#web/trade-actions/double-tap-guard.ts'
import { expectEnds, type RevokeExpected, stillOpenIds } from '#web/trade-actions/expected-ends.ts'
import { createOutcomePoller, settledState } from '#web/trade-actions/outcome-poller.ts'
import { answerTimeoutMs, type SendResult, sendAction, withLastSeen } from '#web/trade-actions/send-action.ts'
import type { CurrentUser } from '#web/user/current-user.ts'

/**
 * Every action of the logged-in user that changes orders. Each is sent once; the outcome of a lost answer is polled.
 */
export type TradeActions = ReadableStore<ActionsSnapshot> & {
  /** State of the unsettled action of a target, or else of its last one that was not dismissed. */
  readonly stateOf: (target: ActionTarget) => ActionState
  /**
   * Sends an action once. Resolves with the result if the answer came within 5 s, else with undefined. A new order
   * always resolves with undefined: its result is in the state. Does nothing while another action of the target is
   * unsettled, or within the double-tap guard. `market` names a market the portfolio does not know, such as that of a
   * new order.
   */
  readonly submit: (action: TradeAction, market?: string) => Promise<CompletedAction | undefined>
  /** Looks up the outcomes of all unconfirmed actions now. */
  readonly checkOutcomes: () => void
  /**
   * The user has read the settled state of a target. Ignored for an unsettled action, and if `read` is given and is no
   * longer the state of the target.
   */
  readonly dismiss: (target: ActionTarget, read?: ActionState) => void
  readonly dismissKey: (key: string) => void
  /**
   * Call when the screen of this target opens and shows its action. Call the returned function when the screen closes;
   * it also dismisses a settled action.
   */
  readonly watch: (target: ActionTarget) => () => void
}

export type TradeActionsParts = {
  readonly call: Call
  readonly session: Pick<Session, 'getSnapshot' | 'subscribe'>
  readonly currentUser: Pick<CurrentUser, 'getSnapshot' | 'subscribe' | 'refresh'>
  readonly portfolio: Pick<
    Portfolio,
    'activeOrders' | 'expectEnd' | 'expectChange' | 'refresh' | 'refreshIfOutdated'
  >
  readonly lastSeen: Live['lastSeen']
  readonly storage: TextStorage | undefined
  /** Where an earlier version of the app kept its single order. */
  readonly legacy: StoredText
  /** Registers a handler for changes by other tabs, which may store or remove actions. */
  readonly onStorageChange: (handler: () => void) => void
  /** Registers a handler for when the connection is back or the page is visible again. */
  readonly onWake: (handler: () => void) => void
  /** Called with each action that was executed, also if that became known late. */
  readonly executed: (action: TradeAction) => void
  readonly newKey: () => string
  readonly now: () => number
  readonly timers: Timers
  readonly random: () => number
}

/** If the user of the session is unknown, an action waits up to this long for the user to be fetched. */
export const maxUserWaitMs = 1_500
/** Other tabs poll later than the sending tab, and often learn the outcome from it first. */
const otherTabsWaitMs = 2_000
/** One hour less than the 24 h for which the server keeps outcomes. */
export const outcomeRetentionMs = 23 * 60 * 60 * 1_000
/** Stored actions of users who do not come back are removed after this long. */
export const maxStoredMs = 7 * 24 * 60 * 60 * 1_000

type TrackedAction = {
  sent: SentAction
  /** Undefined while another tab may still receive the answer. */
  state: ActionState | undefined
  /** Whether the action should be in the storage. False once a direct answer or another tab has removed it. */
  isStored: boolean
  readonly revokeExpected: RevokeExpected
}

export function createTradeActions(parts: TradeActionsParts): TradeActions {
  const { session, currentUser, portfolio, now } = parts
  const storage = createActionStorage(parts.storage)
  /** Actions of all users of this browser. */
  const tracked = new Map<string, TrackedAction>()
  const watchers = new Map<ActionTarget, number>()
  const doubleTaps = createDoubleTapGuard(now)
  const snapshot = createValueStore<ActionsSnapshot>({ entries: [], isOwnerPending: false })
  const poller = createOutcomePoller({ ...parts, mayPoll, answered, failed })

  const ownership = (sent: SentAction) => ownershipOf(sent, session.getSnapshot(), currentUser.getSnapshot())

  function publish(): void {
    const all = [...tracked.values()]
    const own = all.flatMap(({ sent, state }) =>
      state === undefined || ownership(sent) !== 'own' ? [] : [{ sent, state }],
    )
    const entries = own.map((entry): ActionEntry => {
      const target = targetOf(entry.sent.action)
      return { ...entry, isWatched: watchers.has(target) && entryFor(own, target) === entry }
    })
    const isOwnerPending = all.some(
      ({ sent }) => sent.action.kind === 'place' && ownership(sent) === 'pending',
    )
    snapshot.set({ entries, isOwnerPending })
  }
  function setState(one: TrackedAction, state: ActionState): void {
    one.state = state
    publish()
  }
  function remove({ sent: { key } }: TrackedAction): void {
    tracked.delete(key)
    storage.remove(key)
    poller.untrack(key)
    publish()
  }

  /**
   * Fetches the user: an action without a user id could not be shown after a new login. Resolves with false if the
   * session has ended.
   */
  async function fetchUser(one: TrackedAction, token: string): Promise<boolean> {
    let cancel = () => {}
    const waited = new Promise<void>((resolve) => {
      cancel = parts.timers.after(maxUserWaitMs, resolve)
    })
    await Promise.race([currentUser.refresh(), waited])
    cancel()
    one.sent = { ...one.sent, sentAtMs: now() }
    storage.save(one.sent)
    return session.getSnapshot() === token
  }

  /** The only place that sends an action. */
  async function send(one: TrackedAction): Promise<CompletedAction | undefined> {
    let result: SendResult = { kind: 'unconfirmed' }
    const changed = portfolio.expectChange()
    try {
      result = await sendAction(parts.call, parts.timers, one.sent)
    } finally {
      // An answer that arrives in another session counts as lost: its own user reads the outcome at the next login.
      if (result.kind === 'unconfirmed' || !isOfThisSession(one.sent)) answerLost(one)
      else answerReceived(one, result)
      followResult(result, changed)
    }
    return result.kind === 'done' && !tracked.has(one.sent.key) ? result.done : undefined
  }
  /**
   * A refusal has changed nothing, except that an interrupted reset has ended orders, which the server pushes. It may
   * come from an overloaded server, so it causes no further calls by itself.
   */
  function followResult({ kind }: SendResult, changed: () => void): void {
    if (kind === 'done') changed()
    else if (kind === 'failed') portfolio.refreshIfOutdated()
    else void portfolio.refresh()
  }
  function isOfThisSession({ sessionHash }: SentAction): boolean {
    const token = session.getSnapshot()
    return token !== undefined && hashSession(token) === sessionHash
  }
  function answerLost(one: TrackedAction): void {
    setState(one, unconfirmed(one.sent))
    poller.track(one.sent, firstPollWaitMs(one.sent, now()))
  }
  function answerReceived(one: TrackedAction, result: Exclude<SendResult, { kind: 'unconfirmed' }>): void {
    const request = one.sent.action
    one.isStored = false
    storage.remove(one.sent.key)
    doubleTaps.settled(request)
    if (result.kind === 'done') {
      parts.executed(request)
      one.revokeExpected(stillOpenIds(result.done))
      // `submit` returns the answer, except for a new order: the ticket shows it even to a user who left and came back.
      if (request.kind === 'place') setState(one, { ...result, request })
      else remove(one)
      return
    }
    one.revokeExpected()
    // Failures other than a refusal have shown a toast.
    if (result.failure.kind === 'refused' || watchers.has(targetOf(request)))
      setState(one, { ...result, request })
    else remove(one)
  }

  function mayPoll(key: string): boolean {
    const one = tracked.get(key)
    if (one === undefined || ownership(one.sent) !== 'own') return false
    if (one.state === undefined) setState(one, unconfirmed(one.sent))
    if (now() - one.sent.sentAtMs <= outcomeRetentionMs) return true
    answered(key, { state: 'expired' })
    return false
  }
  /** The action stays stored until it is dismissed, so a reload polls and shows its outcome again. */
  function answered(key: string, answer: OutcomeAnswer): void {
    const one = tracked.get(key)
    if (one === undefined) return
    poller.untrack(key)
    const state = settledState(one.sent.action, answer)
    if (state.kind === 'done') parts.executed(one.sent.action)
    one.revokeExpected(state.kind === 'done' ? stillOpenIds(state.done) : undefined)
    doubleTaps.settled(one.sent.action)
    setState(one, state)
    void portfolio.refresh()
  }
  function failed(key: string, isReachable: boolean): void {
    const one = tracked.get(key)
    if (one?.state?.kind === 'unconfirmed') setState(one, { ...one.state, isReachable })
  }

  /** Tracks stored actions that are new to this tab. At the start no other tab is known to be sending them. */
  function syncWithStorage(isStart: boolean): void {
    const all = storage.all()
    for (const sent of all) {
      if (tracked.has(sent.key)) continue
      if (now() - sent.sentAtMs > maxStoredMs) {
        storage.remove(sent.key)
        continue
      }
      const state = isStart ? unconfirmed(sent) : undefined
      tracked.set(sent.key, { sent, state, isStored: true, revokeExpected: () => undefined })
      poller.track(sent, firstPollWaitMs(sent, now()) + (isStart ? 0 : otherTabsWaitMs))
    }
    // Removes actions that another tab has settled or dismissed.
    const keys = new Set(all.map(({ key }) => key))
    for (const one of [...tracked.values()]) {
      if (!one.isStored || keys.has(one.sent.key) || one.state?.kind === 'busy') continue
      one.isStored = false
      if (isOnScreen(one)) continue
      one.revokeExpected()
      remove(one)
    }
    publish()
  }
  /** A settled state on the screen stays until it is dismissed in this tab. */
  function isOnScreen({ sent, state = idle }: TrackedAction): boolean {
    return isSettled(state) && watchers.has(targetOf(sent.action))
  }
  function userChanged(): void {
    const userId = sessionUserId(session.getSnapshot(), currentUser.getSnapshot())
    for (const one of tracked.values()) {
      if (userId === undefined || one.sent.userId !== null || ownership(one.sent) !== 'own') continue
      one.sent = { ...one.sent, userId }
      if (one.isStored) storage.save(one.sent)
    }
    publish()
    poller.wake()
  }

  function stateOf(target: ActionTarget): ActionState {
    return entryFor(snapshot.getSnapshot().entries, target)?.state ?? idle
  }
  function dismiss(target: ActionTarget, read?: ActionState): void {
    const entry = entryFor(snapshot.getSnapshot().entries, target)
    if (entry === undefined || targetOf(entry.sent.action) !== target) return
    if (read === undefined || read === entry.state) dismissKey(entry.sent.key)
  }
  function dismissKey(key: string): void {
    const one = tracked.get(key)
    if (one?.state === undefined || ownership(one.sent) !== 'own' || unsettledKind(one.state) !== undefined)
      return
    // Dismissing an expired order puts the order button under the finger, so a double tap must be ignored. Other states
    // are dismissed by typing, which must not block the next tap.
    if (one.state.kind === 'expired') doubleTaps.settled(one.sent.action)
    remove(one)
  }
  function newSentAction(action: TradeAction, token: string, market: string | undefined): SentAction {
    const seen = parts.lastSeen()
    return {
      key: parts.newKey(),
      action: withLastSeen(action, seen),
      userId: sessionUserId(token, currentUser.getSnapshot()) ?? null,
      sessionHash: hashSession(token),
      seenAtMs: seen?.nowMs ?? now(),
      sentAtMs: now(),
      market: market ?? marketOf(portfolio, targetOf(action)),
    }
  }

  const legacy = takeLegacyOrder(parts.legacy)
  if (legacy !== undefined) storage.save(legacy)
  syncWithStorage(true)
  parts.onStorageChange(() => syncWithStorage(false))
  parts.onWake(poller.wake)
  session.subscribe(userChanged)
  currentUser.subscribe(userChanged)
  return {
    ...{ getSnapshot: snapshot.getSnapshot, subscribe: snapshot.subscribe, stateOf, dismiss, dismissKey },
    checkOutcomes: poller.wake,
    async submit(action, market) {
      const target = targetOf(action)
      const token = session.getSnapshot()
      const isOwnerPending = target === 'ticket' && snapshot.getSnapshot().isOwnerPending
      if (token === undefined || isOwnerPending || unsettledKind(stateOf(target)) !== undefined)
        return undefined
      if (doubleTaps.isBlocked(action)) return undefined
      dismiss(target)
      const sent = newSentAction(action, token, market)
      const revokeExpected = expectEnds(portfolio, action)
      const one: TrackedAction = { sent, state: undefined, isStored: true, revokeExpected }
      tracked.set(sent.key, one)
      storage.save(sent)
      setState(one, { kind: 'busy', request: sent.action })
      if (sent.userId !== null || (await fetchUser(one, token))) return await send(one)
      // The user logged out before anything was sent.
      revokeExpected()
      remove(one)
      return undefined
    },
    watch(target) {
      watchers.set(target, (watchers.get(target) ?? 0) + 1)
      publish()
      return () => {
        const others = (watchers.get(target) ?? 1) - 1
        if (others > 0) return void watchers.set(target, others)
        watchers.delete(target)
        dismiss(target)
        publish()
      }
    },
  }
}

function unconfirmed({ action }: SentAction): ActionState {
  return { kind: 'unconfirmed', request: action, isReachable: true }
}

/** Polling earlier than 5 s after sending could burn the key of an order that is still on its way. */
function firstPollWaitMs({ sentAtMs }: SentAction, nowMs: number): number {
  // Capped, because a clock set back would otherwise lengthen the wait.
  return Math.min(answerTimeoutMs, Math.max(0, sentAtMs + answerTimeoutMs - nowMs))
}

function marketOf({ activeOrders }: Pick<Portfolio, 'activeOrders'>, target: ActionTarget): string | null {
  const { open, pending } = activeOrders.getSnapshot()
  return [...open, ...pending].find(({ id }) => id === target)?.market.showCode ?? null
}
