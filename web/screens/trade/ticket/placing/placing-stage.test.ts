/**
 * A tab whose pages place orders, and a network and a server that do to them what a test says. It holds no tests; its name
 * puts it in the compiler's test world, which alone knows node.
 */
import type { SubmitInput } from '#contract/calls/submit.ts'
import type { UserFields } from '#contract/calls/user-info.ts'
import { orderOf } from '#test/wire/account-answers.ts'
import type { AccountState } from '#web/account/account.ts'
import { createCaller } from '#web/calls/caller.ts'
import { createFakeTimers } from '#web/platform/fake-timers.ts'
import { createValueStore } from '#web/platform/value-store.ts'
import { createPlacing } from '#web/screens/trade/ticket/placing/placing.ts'
import { createSession } from '#web/stores/session.ts'
import type { StoredText } from '#web/stores/stored-text.ts'

/**
 * What becomes of one request. `lost` and `silent` reach nobody, `…_after` ones have been decided all the same; `silent` is
 * never answered at all.
 */
export type Fate =
  | 'answered'
  | 'lost'
  | 'lost_after'
  | 'silent'
  | 'silent_after'
  | 'busy'
  | 'fault'
  | 'fault_after'
  | 'outcome_unknown'
  | 'too_many'
  | 'refused'
  | 'session_over'

export type Sent = {
  readonly key: string
  readonly user: number
  readonly cont: string
  readonly fate: Fate
}

type Decided = { readonly code: number; readonly data: unknown }

export function inputOf(cont = '0.01'): SubmitInput {
  return { type: 1, forex_id: 1, status: 1, cont, multiple: '100', price: '1.08435', deviation: 8 }
}

/** Tokens are `<user>-<number>`. */
const userOf = (token: string) => Number(token.split('-')[0])

export function createTab() {
  const timers = createFakeTimers(1_700_000_000_000)
  const token = memory('1-1')
  const session = createSession(token)
  const stored = memory()
  const fates: Fate[] = []
  const sent: Sent[] = []
  const decided = new Map<string, Decided>()
  const placedConts: string[] = []
  const toasts: string[] = []
  let keys = 0
  let refreshes = 0
  let page = openPage()

  /** Decides once for each key of a user, as the engine does. */
  function decide(user: number, key: string, cont: string, isRefused: boolean): Decided {
    const known = decided.get(`${user} ${key}`)
    if (known !== undefined) return known
    const order = { ...orderOf(decided.size + 1), Quantity: cont, QuoteSeq: 1 }
    const outcome = isRefused ? { code: 0, data: { reason: 'market_closed' } } : { code: 1, data: order }
    if (!isRefused) placedConts.push(cont)
    decided.set(`${user} ${key}`, outcome)
    return outcome
  }
  async function answer(init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    const [key, by] = ['idempotency-key', 'authorization'].map((name) => headers.get(name) ?? '')
    const { cont } = JSON.parse(String(init.body)) as { cont: string }
    const fate = fates.shift() ?? 'answered'
    const user = userOf(`${by}`)
    sent.push({ key: `${key}`, user, cont, fate })
    if (fate === 'session_over') return said({ code: 999, data: null })
    if (fate === 'busy' || fate === 'outcome_unknown') return said({ code: 0, data: { reason: fate } })
    if (fate === 'too_many') return said({ code: 429, data: { retry_after: 1 } })
    if (fate === 'fault') return said({ code: 500, data: { id: 'f' } })
    if (fate === 'silent') return silence(init.signal)
    if (fate === 'lost') throw new TypeError('network')
    const outcome = decide(user, `${key}`, cont, fate === 'refused')
    if (fate === 'silent_after') return silence(init.signal)
    if (fate === 'lost_after') throw new TypeError('network')
    return said(fate === 'fault_after' ? { code: 500, data: { id: 'f' } } : outcome)
  }
  function openPage() {
    const reconnects = new Set<() => void>()
    const waiting = createFakeTimers(timers.now())
    const account = createValueStore<AccountState>({ kind: 'loading' })
    const here = { isGone: false }
    const newKey = () => {
      keys += 1
      return `key-${keys}`
    }
    const shared = { now: timers.now, newKey }
    const caller = createCaller({
      ...shared,
      // Of a page that is gone nothing is sent and nothing is heard any more.
      fetch: (_url, init) => (here.isGone ? silence(undefined) : heard(here, answer(init))),
      apiOrigin: () => '',
      language: () => 'en',
      token: session.getSnapshot,
      toast: (text) => toasts.push(text),
      busy: { begin() {}, end() {} },
      sessionInvalid: () => session.end(),
      transportWords: (code) => code,
      timers: waiting,
      random: () => 0.5,
    })
    const placing = createPlacing({
      ...shared,
      call: caller.callUntilKnown,
      session: pageSession(here),
      account,
      stored,
      refresh: async () => {
        refreshes += 1
      },
      onReconnect: (handler) => {
        reconnects.add(handler)
        return () => void reconnects.delete(handler)
      },
    })
    return { placing, reconnects, waiting, account, here }
  }
  /** Changes of the session reach only the page that is open. */
  function pageSession(here: { readonly isGone: boolean }) {
    const subscribe = (listener: () => void) => session.subscribe(() => here.isGone || listener())
    return { getSnapshot: session.getSnapshot, subscribe }
  }
  return {
    ...{ timers, stored, fates, sent, placedConts, toasts, session },
    state: () => page.placing.getSnapshot(),
    refreshes: () => refreshes,
    send: (cont?: string) => page.placing.send(inputOf(cont)),
    askAgain: () => page.placing.askAgain(),
    forget: () => page.placing.forget(),
    acknowledge: () => page.placing.acknowledge(),
    reconnect: () => {
      for (const handler of [...page.reconnects]) handler()
    },
    reload: () => {
      page.here.isGone = true
      page = openPage()
    },
    /** As the account room does: first it forgets, then it knows. */
    enter: (next: string) => {
      page.account.set({ kind: 'loading' })
      session.start(next)
    },
    /** Somebody comes whose user cannot be fetched. */
    enterUnknown: (next: string) => {
      page.account.set({ kind: 'loading' })
      session.start(next)
      page.account.set({ kind: 'unknown' })
    },
    leave: () => {
      page.account.set({ kind: 'visitor' })
      session.end()
    },
    know: () => {
      const present = session.getSnapshot()
      if (present !== undefined)
        page.account.set({ kind: 'known', user: { id: userOf(present) } as UserFields })
    },
    wait: (ms: number) => {
      timers.advance(ms)
      page.waiting.advance(ms)
    },
    settle: async () => {
      for (let turn = 0; turn < 6; turn += 1) await new Promise((done) => setImmediate(done))
    },
  }
}

function memory(text?: string): StoredText {
  let kept = text
  return {
    read: () => kept,
    write: (next) => {
      kept = next
    },
  }
}

function said({ code, data }: Decided): Response {
  return Response.json({ code, msg: `code ${code}`, data })
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

async function heard(here: { readonly isGone: boolean }, answer: Promise<Response>): Promise<Response> {
  const response = await answer
  return here.isGone ? silence(undefined) : response
}
