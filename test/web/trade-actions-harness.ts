// A fake browser with tabs, a fake server and a fake network. Tests inject faults into the server and the network.

import type { Call } from '#browser/calls/call-request.ts'
import { createCaller } from '#browser/calls/caller.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { createSession } from '#browser/session/session.ts'
import type { StoredText, TextStorage } from '#browser/storage/stored-text.ts'
import type { UserFields } from '#contract/calls/session.ts'
import { orderOf } from '#test/wire/account-fixtures.ts'
import { shownOrder } from '#test/wire/order-fixtures.ts'
import { type TradeAction, tradeActionPaths } from '#web/calls/trading.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'
import { createTradeActions } from '#web/trade-actions/trade-actions.ts'
import { createCurrentUser } from '#web/user/current-user.ts'

/**
 * How the network and the server treat one request. `request_…` never reaches the server. `reply_…`, `executed_…` and
 * `refused_reply_lost` reach it, but the client gets no usable answer. `arrives_late` reaches it after 30 s.
 */
export type RequestResult =
  | 'answered'
  | 'refused'
  | 'refused_reply_lost'
  | 'request_lost'
  | 'reply_lost'
  | 'request_hangs'
  | 'reply_hangs'
  | 'arrives_late'
  | 'busy'
  | 'fault'
  | 'executed_fault'
  | 'outcome_unknown'
  | 'rate_limited'
  | 'session_over'
  | 'not_json'
  | 'executed_bad_gateway'

export type Sent = {
  readonly path: string
  readonly key: string
  readonly user: number
  readonly atMs: number
}

type Answer = { readonly code: number; readonly msg?: string; readonly data: unknown }

const outcomePath = '/v1/api/forex/outcome'
const actionPaths = new Set(Object.values(tradeActionPaths))
const lateMs = 30_000

export const place: TradeAction = {
  kind: 'place',
  input: { type: 1, forex_id: 1, status: 1, cont: '0.01', multiple: '100', price: '1.08435', deviation: 8 },
}
export const close: TradeAction = { kind: 'close', input: { id: 4 } }

/** Tokens are `<user>-<number>`. */
const userIdOf = (token: string) => Number(token.split('-')[0])

export function createFakeBrowser() {
  const clock = createFakeTimers(1_700_000_000_000)
  const storage = memoryStorage()
  const session = createSession(memory('1-1'))
  const actionResults: RequestResult[] = []
  const outcomeResults: RequestResult[] = []
  const sent: Sent[] = []
  const decided = new Map<string, Answer>()
  const burned = new Set<string>()
  const done: string[] = []
  const toasts: string[] = []
  const expected: string[] = []
  /** Kinds of the actions that the app was told to be executed. */
  const executed: string[] = []
  const portfolioCalls: string[] = []
  const tabs = new Set<{ readonly stored: () => void }>()
  let keys = 0

  /** Executes each key of a user once, as the engine does, and never after the key was burned. */
  function decide(user: number, key: string, path: string, isRefused: boolean): Answer {
    const id = `${user} ${key}`
    const known = decided.get(id)
    if (known !== undefined) return known
    if (burned.has(id)) return { code: 0, msg: 'Too late.', data: { reason: 'too_late' } }
    const order = { ...orderOf(decided.size + 1), QuoteSeq: 1 }
    const answer = isRefused
      ? { code: 0, msg: 'The market is closed.', data: { reason: 'market_closed' } }
      : { code: 1, data: path === tradeActionPaths.close_many ? { results: [] } : order }
    if (!isRefused) done.push(`${user} ${path}`)
    decided.set(id, answer)
    return answer
  }
  function outcomeOf(user: number, key: string): Answer {
    const answer = decided.get(`${user} ${key}`)
    if (answer !== undefined) {
      const { code, msg = '', data } = answer
      const reason = (data as { reason?: string }).reason ?? null
      return { code: 1, data: { state: 'decided', outcome: { code, reason, msg, data } } }
    }
    burned.add(`${user} ${key}`)
    return { code: 1, data: { state: 'never' } }
  }
  async function answer(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    const user = userIdOf(headers.get('authorization') ?? '')
    const body = JSON.parse(String(init.body)) as { key?: string }
    const isAction = actionPaths.has(url)
    const key = (isAction ? headers.get('idempotency-key') : body.key) ?? ''
    const result = (isAction ? actionResults : outcomeResults).shift() ?? 'answered'
    sent.push({ path: url, key, user, atMs: clock.now() })
    if (result === 'session_over') return respond({ code: 999, data: null })
    if (result === 'busy' || result === 'outcome_unknown')
      return respond({ code: 0, data: { reason: result } })
    if (result === 'rate_limited') return respond({ code: 429, data: { retry_after: 1 } })
    if (result === 'fault') return respond({ code: 500, data: { id: 'f' } })
    if (result === 'not_json') return new Response('<p>Hello</p>')
    if (result === 'request_hangs') return noAnswer(init.signal)
    if (result === 'request_lost') throw new TypeError('network')
    const make = () =>
      isAction ? decide(user, key, url, result.startsWith('refused')) : outcomeOf(user, key)
    if (result === 'arrives_late') {
      clock.after(lateMs, make)
      return noAnswer(init.signal)
    }
    const made = make()
    if (result === 'reply_hangs') return noAnswer(init.signal)
    if (result === 'reply_lost' || result === 'refused_reply_lost') throw new TypeError('network')
    if (result === 'executed_bad_gateway') return new Response('', { status: 502 })
    return respond(result === 'executed_fault' ? { code: 500, data: { id: 'f' } } : made)
  }
  function openTab(legacyText?: string) {
    const wakes = new Set<() => void>()
    const reads = new Set<() => void>()
    const device = {
      isClosed: false,
      /** How far the device clock is ahead of real time. */
      aheadMs: 0,
      seen: { quoteSeq: 41, nowMs: clock.now() - 300 } as Seen | undefined,
      /** How a fetch of the session's user ends: with an answer, a failure, or only when `answerUserInfo` is called. */
      userInfo: 'answered' as 'answered' | 'fails' | 'waits',
    }
    const fetches: (() => void)[] = []
    const fetchUser = (async () => {
      const token = session.getSnapshot() ?? ''
      if (device.userInfo === 'fails') throw new Error('no connection')
      if (device.userInfo === 'waits') await new Promise<void>((resolve) => fetches.push(resolve))
      return { id: userIdOf(token) } as UserFields
    }) as unknown as Call
    const legacy = memory(legacyText)
    const timers = {
      after: (ms: number, run: () => void) => clock.after(ms, () => (device.isClosed ? undefined : run())),
    }
    const newKey = () => {
      keys += 1
      return `action-key-${keys}`
    }
    const pageSession = {
      getSnapshot: session.getSnapshot,
      subscribe: (listener: () => void) => session.subscribe(() => device.isClosed || listener()),
      start: session.start,
      end: session.end,
      reread: session.reread,
    }
    const currentUser = createCurrentUser({ call: fetchUser, session: pageSession })
    const { call } = createCaller({
      // A closed page neither sends nor receives.
      fetch: (url, init) => (device.isClosed ? noAnswer(undefined) : receivedBy(device, answer(url, init))),
      apiOrigin: () => '',
      language: () => 'en',
      token: session.getSnapshot,
      now: clock.now,
      timers,
      newKey,
      toast: (text) => toasts.push(text),
      busy: { begin() {}, end() {} },
      sessionInvalid: () => session.end(),
      transportMessage: (code) => code,
    })
    const actions = createTradeActions({
      ...{ call, timers, legacy, newKey, currentUser, session: pageSession },
      now: () => clock.now() + device.aheadMs,
      random: () => 0.5,
      storage: tabStorage(storage, () => {
        for (const tab of tabs) if (tab !== own) tab.stored()
      }),
      lastSeen: () => device.seen,
      executed: ({ kind }) => void executed.push(kind),
      onWake: (handler) => void wakes.add(handler),
      onStorageChange: (handler) => void reads.add(handler),
      portfolio: {
        activeOrders: createValueStore({
          status: 'ready',
          open: [shownOrder({ id: 4 })],
          pending: [],
        } as const),
        expectEnd: (id) => {
          expected.push(`expect ${id}`)
          return () => void expected.push(`revoke ${id}`)
        },
        expectChange: () => () => void portfolioCalls.push('changed'),
        refresh: async () => void portfolioCalls.push('refresh'),
        refreshIfOutdated: () => void portfolioCalls.push('refresh_if_outdated'),
      },
    })
    const own = {
      stored: () => {
        for (const read of reads) read()
      },
    }
    tabs.add(own)
    const logIn = (token: string) =>
      currentUser.setSession({ token, user: { id: userIdOf(token) } as UserFields })
    const opened = session.getSnapshot()
    if (opened !== undefined) logIn(opened)
    return {
      actions,
      device,
      legacy,
      logIn,
      /** Answers the pending fetches of the user. */
      answerUserInfo: async () => {
        device.userInfo = 'answered'
        for (const answer of fetches.splice(0)) answer()
        await settle()
      },
      state: (target: Parameters<typeof actions.stateOf>[0] = 'ticket') => actions.stateOf(target),
      kind: (target: Parameters<typeof actions.stateOf>[0] = 'ticket') => actions.stateOf(target).kind,
      wake: () => {
        for (const wake of wakes) wake()
      },
      /** Adopts a session that another tab has opened, and fetches its user. */
      adoptSession: async (token: string, userInfo: typeof device.userInfo = 'answered') => {
        device.userInfo = userInfo
        session.start(token)
        await settle()
      },
      logOut: session.end,
      close: () => {
        device.isClosed = true
        tabs.delete(own)
      },
    }
  }
  return {
    ...{
      clock,
      storage,
      actionResults,
      outcomeResults,
      sent,
      done,
      burned,
      toasts,
      expected,
      executed,
      portfolioCalls,
      openTab,
    },
    actionsSent: () => sent.filter(({ path }) => path !== outcomePath),
    lookups: () => sent.filter(({ path }) => path === outcomePath),
    storedCount: () => Object.keys(storage).filter((name) => name.startsWith(actionKeyPrefix)).length,
    /** Advances the clock in steps and settles promises after each. */
    wait: async (ms: number, stepMs = 500) => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(Math.min(stepMs, ms - passed))
        await settle()
      }
    },
  }
}

type Seen = { readonly quoteSeq: number; readonly nowMs: number }

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((next) => setImmediate(next))
}

/** Stores items as properties of an object, as the Storage of a browser does. */
function memoryStorage(): Record<string, string> {
  return Object.create(null)
}

/** The storage as one tab sees it. Its changes notify the other tabs. */
function tabStorage(items: Record<string, string>, changed: () => void): TextStorage {
  const methods: TextStorage = {
    getItem: (name) => items[name] ?? null,
    setItem: (name, text) => {
      items[name] = text
      changed()
    },
    removeItem: (name) => {
      if (!(name in items)) return
      delete items[name]
      changed()
    },
  }
  return new Proxy(methods, {
    ownKeys: () => Object.keys(items),
    getOwnPropertyDescriptor: (target, name) =>
      name in items
        ? { value: items[String(name)], enumerable: true, configurable: true }
        : Object.getOwnPropertyDescriptor(target, name),
  })
}

function memory(text?: string): StoredText {
  let stored = text
  return {
    read: () => stored,
    write: (next) => {
      stored = next
    },
  }
}

function respond({ code, msg = '', data }: Answer): Response {
  return Response.json({ code, msg, data })
}

function noAnswer(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

async function receivedBy(
  device: { readonly isClosed: boolean },
  answer: Promise<Response>,
): Promise<Response> {
  const response = await answer
  return device.isClosed ? noAnswer(undefined) : response
}
