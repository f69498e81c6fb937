import { reasonOf } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import { hashSession } from '#browser/session/hash-session.ts'
import type { StoredText } from '#browser/storage/stored-text.ts'
import { readPushKey, subscribePush, unsubscribePush } from '#web/calls/push.ts'
import type { BrowserPush } from '#web/push/browser-push.ts'
import { isSameRecord, type PushRecord, readPushRecord, writePushRecord } from '#web/push/push-record.ts'
import type { PushSupport } from '#web/push/push-support.ts'

/**
 * `on`: for the user who is logged in. Another user of this browser is asked again. `unknown_service`: the server sends
 * nothing to the push service of this browser. The page says so until it is loaded again.
 */
export type PushState = Exclude<PushSupport, 'supported'> | 'unknown_service' | 'blocked' | 'off' | 'on'

/** `dismissed`: the user has closed the browser's question without an answer. */
export type EnableResult = 'on' | 'unknown_service' | 'blocked' | 'dismissed' | 'failed'

export type PushDevice = ReadableStore<PushState> & {
  /** Asks for the permission and subscribes. Must be called within the handling of a tap. */
  readonly enable: () => Promise<EnableResult>
  /** Resolves with false if neither the server nor the browser could be reached: pushes stay on. */
  readonly disable: () => Promise<boolean>
  /**
   * While pushes are on: tells the server if the subscription, the session or the language is another than it was told,
   * and subscribes again if the server's key is another. After a day it tells the server in any case. A failure is silent: the next call tries again.
   */
  readonly sync: () => Promise<void>
  /** Call it when the user or the permission may have changed. */
  readonly refresh: () => void
}

/** The user who is logged in, and the token of the session. */
export type PushUser = { readonly id: number; readonly token: string }

type Parts = {
  readonly call: Call
  readonly browser: BrowserPush
  readonly stored: StoredText
  /** Undefined for a visitor, and until the user is known. */
  readonly user: () => PushUser | undefined
  readonly language: () => string
  readonly now: () => number
}

/** A server may have lost the subscription, such as by a restored backup: it is told again after this long. */
const toldAgainMs = 24 * 60 * 60 * 1_000

export function createPushDevice({ call, browser, stored, user, language, now }: Parts): PushDevice {
  let isServiceUnknown = false
  const state = createValueStore(currentState())
  let queue: Promise<unknown> = Promise.resolve()
  /** What the last successful `sync` of this page was about. */
  let synced: string | undefined

  function currentState(): PushState {
    if (browser.support !== 'supported') return browser.support
    if (isServiceUnknown) return 'unknown_service'
    const permission = browser.permission()
    if (permission === 'denied') return 'blocked'
    const isOwn = readPushRecord(stored)?.userId === user()?.id
    return permission === 'granted' && user() !== undefined && isOwn ? 'on' : 'off'
  }
  function refresh(): void {
    state.set(currentState())
  }
  function store(record: PushRecord | undefined): void {
    writePushRecord(stored, record)
    refresh()
  }
  /** One after the other: a subscription must not be replaced while it is sent. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = queue.then(work)
    queue = done.catch(() => undefined)
    return done
  }
  async function send(forUser: PushUser): Promise<void> {
    const { key } = await readPushKey(call)
    const subscription = await browser.subscribe(key)
    const record: PushRecord = {
      userId: forUser.id,
      sessionHash: hashSession(forUser.token),
      endpoint: subscription.endpoint,
      language: language(),
      sentAtMs: now(),
    }
    if (isTold(record)) return
    try {
      await subscribePush(call, subscription)
    } catch (fault) {
      if (reasonOf(fault) === 'push_service_unknown') await dropSubscription()
      throw fault
    }
    // The answer belongs to a session that may have ended meanwhile.
    if (user()?.token === forUser.token) store(record)
  }
  /** A subscription that is never used would only keep a connection of the browser busy. */
  async function dropSubscription(): Promise<void> {
    isServiceUnknown = true
    store(undefined)
    // It may remain if the push service is down. Nothing is ever sent to it.
    await browser.unsubscribe().catch(() => undefined)
  }
  function isTold(record: PushRecord): boolean {
    const last = readPushRecord(stored)
    if (last === undefined || !isSameRecord(last, record)) return false
    // The clock of the device may have been set back.
    return Math.abs(record.sentAtMs - last.sentAtMs) < toldAgainMs
  }
  async function syncNow(): Promise<void> {
    const current = user()
    if (current === undefined || currentState() !== 'on') return
    const subject = `${current.token} ${language()}`
    if (subject === synced) return
    await send(current)
    synced = subject
  }
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    refresh,
    async enable() {
      // First, while the tap still counts: afterwards browsers refuse to ask.
      const permission = await browser.requestPermission()
      refresh()
      const current = user()
      if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
      if (current === undefined) return 'failed'
      try {
        await inTurn(() => send(current))
      } catch {
        // The caller says that a call or the push service of the browser failed, or that the service is unknown.
        return isServiceUnknown ? 'unknown_service' : 'failed'
      }
      return 'on'
    },
    disable: () =>
      inTurn(async () => {
        const record = readPushRecord(stored)
        const ends = await Promise.allSettled([
          record === undefined ? undefined : unsubscribePush(call, record.endpoint),
          browser.unsubscribe(),
        ])
        // One of them is enough: the push service refuses pushes to a subscription that has ended.
        const hasEnded = ends.some(({ status }) => status === 'fulfilled')
        if (hasEnded) store(undefined)
        synced = undefined
        return hasEnded
      }),
    // A lost network or a push service that is down changes nothing: the next start tries again.
    sync: () => inTurn(syncNow).catch(() => undefined),
  }
}
