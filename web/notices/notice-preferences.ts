import { isCallFailure } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { Session } from '#browser/session/session.ts'
import type { NoticePreferences } from '#contract/calls/notices.ts'
import { readNoticePreferences } from '#web/calls/notices.ts'
import {
  keyOfChange,
  type PreferenceChange,
  sendChange,
  withChange,
} from '#web/notices/preference-changes.ts'

export type PreferencesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  /** With the changes that are still being sent. */
  | { readonly kind: 'known'; readonly preferences: NoticePreferences }

type Queue = {
  /** Reads the preferences. Never fails: known ones stay as they are. */
  readonly refresh: () => Promise<void>
  /** Shows the change at once, and takes it back if the server does not confirm it. */
  readonly change: (change: PreferenceChange) => Promise<void>
}

export type NoticePreferencesStore = ReadableStore<PreferencesState> & Queue

type Parts = { readonly caller: { readonly call: Call }; readonly session: Session }

/** For `late.once`: a change that is being sent outlives its screen. */
export function createNoticePreferences({ caller, session }: Parts): NoticePreferencesStore {
  const state = createValueStore<PreferencesState>({ kind: 'loading' })
  let own = createQueue(caller.call, state.set)
  session.subscribe(() => {
    own.stop()
    state.set({ kind: 'loading' })
    own = createQueue(caller.call, state.set)
  })
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    refresh: () => own.refresh(),
    change: (change) => own.change(change),
  }
}

/**
 * The changes of one session. They are sent one after another: an answer has all preferences, and an earlier one must
 * not replace a later one. Of several changes of one switch only the last is sent after the one on its way.
 */
function createQueue(
  call: Call,
  show: (state: PreferencesState) => void,
): Queue & { readonly stop: () => void } {
  /** As the server last answered. */
  let confirmed: NoticePreferences | undefined
  const wanted = new Map<string, PreferenceChange>()
  let mustRead = false
  let isStopped = false
  let working: Promise<void> | undefined

  function publish(): void {
    if (isStopped) return
    if (confirmed === undefined) show({ kind: 'failed' })
    else show({ kind: 'known', preferences: [...wanted.values()].reduce(withChange, confirmed) })
  }
  async function send(key: string, change: PreferenceChange, base: NoticePreferences): Promise<void> {
    try {
      confirmed = await sendChange(call, change, base)
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      // Without an answer, the server may have made the change.
      if (failure.kind !== 'refused') mustRead = true
    }
    // Another tap on the same switch stays wanted.
    if (wanted.get(key) === change) wanted.delete(key)
  }
  async function read(): Promise<void> {
    mustRead = false
    confirmed = await readNoticePreferences(call).catch(() => confirmed)
  }
  async function work(): Promise<void> {
    while (!isStopped && (wanted.size > 0 || mustRead)) {
      const [next] = wanted
      if (next === undefined || confirmed === undefined) await read()
      else await send(...next, confirmed)
      // Nothing can be changed before it is known.
      if (confirmed === undefined) wanted.clear()
      publish()
    }
  }
  async function startWork(): Promise<void> {
    working ??= work().finally(() => {
      working = undefined
    })
    await working
  }
  return {
    async refresh() {
      mustRead = true
      await startWork()
    },
    async change(change) {
      wanted.set(keyOfChange(change), change)
      publish()
      await startWork()
    },
    stop() {
      isStopped = true
    },
  }
}
