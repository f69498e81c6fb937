import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type {
  DeskSupportMessage,
  DeskSupportMessagesAnswer,
  DeskSupportMessagesInput,
  DeskSupportThread,
} from '#contract/desk/support.ts'
import type { SupportDeskPush } from '#contract/live.ts'
import type { CallOptions } from '#desk/calls/call-kinds.ts'
import {
  addMessages,
  emptyWindow,
  firstNumber,
  hasNewer,
  type MessageWindow,
  newestNumber,
} from '#desk/screens/support/message-window.ts'

export type ThreadState = {
  /** Undefined until it was read. */
  readonly thread: DeskSupportThread | undefined
  readonly window: MessageWindow
  /** Number of the newest message that was on a visible screen. */
  readonly seen: number
  /** What is being read. `newer` also catches up after a lost connection. */
  readonly reading: 'first' | 'older' | 'newer' | undefined
  /** Of the last read. */
  readonly failure: CallFailure | undefined
  readonly isUserTyping: boolean
  /** Claimed by its user, or deleted. */
  readonly isGone: boolean
}

type ThreadStoreParts = {
  readonly id: number
  /** Number of the message to begin at; undefined for the newest. */
  readonly at: number | undefined
  readonly read: (input: DeskSupportMessagesInput, options: CallOptions) => Promise<DeskSupportMessagesAnswer>
  readonly timers: Timers
  readonly reportError: (error: unknown) => void
}

/** One thread on screen: its messages, and its state by answers and pushes. */
export type ThreadStore = ReadableStore<ThreadState> & {
  /** Reads the first page, or again after a failure. */
  readonly open: () => void
  readonly older: () => void
  readonly newer: () => void
  /** Reads what may have been missed. */
  readonly catchUp: () => void
  readonly receive: (push: SupportDeskPush) => void
  /** A message that the server has just taken. */
  readonly add: (message: DeskSupportMessage) => void
  /** Messages up to this number are on a visible screen. */
  readonly markSeen: (number: number) => void
  /** Of a change that the operator has just made. */
  readonly setThread: (thread: DeskSupportThread) => void
  readonly close: () => void
}

export const threadBounds = {
  page: 50,
  /** Messages after the one that was searched for. */
  context: 20,
  /** The user's app repeats it every two seconds. */
  typingMs: 5_000,
} as const

export function createThreadStore({ id, at, read, timers, reportError }: ThreadStoreParts): ThreadStore {
  const store = createValueStore<ThreadState>({
    ...{ thread: undefined, window: emptyWindow, reading: undefined, failure: undefined },
    ...{ isUserTyping: false, isGone: false, seen: 0 },
  })
  const change = (next: Partial<ThreadState>) => store.set({ ...store.getSnapshot(), ...next })
  let request = new AbortController()
  /** Of the thread, pushed while an answer is on its way: it may be newer than the answer. */
  let pushed: DeskSupportThread | undefined
  /** Changes may have been missed while another read was running. */
  let isBehind = false
  /** Whether the newest messages are on screen, or were before a gap. */
  let isFollowing = at === undefined
  /** Where to begin; undefined for the newest messages. */
  let start = at
  let cancelTyping: CancelTimer = () => undefined

  function add(messages: readonly DeskSupportMessage[], lastNumber: number): void {
    const window = addMessages(store.getSnapshot().window, messages, lastNumber)
    change({ window })
    if (!hasNewer(window)) isFollowing = true
  }
  function begin(
    reading: NonNullable<ThreadState['reading']>,
    query: Omit<DeskSupportMessagesInput, 'id'>,
  ): void {
    const { signal } = request
    pushed = undefined
    change({ reading, failure: undefined })
    read({ id, ...query }, { signal })
      .then(
        ({ data, thread }) => {
          if (signal.aborted) return
          change({ thread: pushed ?? thread, reading: undefined })
          add(data, thread.last_number)
          goOn(reading, data.length)
        },
        (failure: unknown) => {
          if (!isCallFailure(failure)) throw failure
          if (!signal.aborted) change({ reading: undefined, failure })
        },
      )
      .catch(reportError)
  }
  /** Reads on until the end if the end was on screen. */
  function goOn(reading: ThreadState['reading'], count: number): void {
    const wasBehind = isBehind
    isBehind = false
    if (wasBehind || (reading === 'newer' && isFollowing && count > 0)) catchUpIfNeeded(wasBehind)
  }
  function catchUpIfNeeded(isForced: boolean): void {
    const { thread, window, reading } = store.getSnapshot()
    if (reading !== undefined) isBehind = true
    else if (thread === undefined) open()
    else if (isFollowing && (isForced || hasNewer(window))) readNewer()
  }
  function open(): void {
    request.abort()
    request = new AbortController()
    const before = start === undefined ? {} : { before: start + threadBounds.context + 1 }
    begin('first', { ...before, limit: threadBounds.page })
  }
  function showEnd(): void {
    start = undefined
    isFollowing = true
    change({ window: emptyWindow })
    open()
  }
  function readNewer(): void {
    const { window, reading } = store.getSnapshot()
    if (reading === undefined) begin('newer', { after: newestNumber(window), limit: threadBounds.page })
  }
  function setTyping(isUserTyping: boolean): void {
    cancelTyping()
    change({ isUserTyping })
    if (isUserTyping)
      cancelTyping = timers.after(threadBounds.typingMs, () => change({ isUserTyping: false }))
  }
  function receiveThread(thread: DeskSupportThread, messages: readonly DeskSupportMessage[]): void {
    pushed = thread
    if (store.getSnapshot().thread !== undefined) change({ thread })
    if (messages.some(({ author }) => author === 'user')) setTyping(false)
    // Before the first answer there is nothing that messages could adjoin.
    if (store.getSnapshot().thread === undefined) isBehind = true
    else {
      add(messages, thread.last_number)
      catchUpIfNeeded(false)
    }
  }
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    open,
    older() {
      const { window, reading } = store.getSnapshot()
      if (reading === undefined) begin('older', { before: firstNumber(window), limit: threadBounds.page })
    },
    newer: readNewer,
    catchUp: () => catchUpIfNeeded(true),
    receive(push) {
      if ('missed' in push) catchUpIfNeeded(true)
      else if ('gone' in push) {
        if (push.gone === id) change({ isGone: true })
      } else if ('typing' in push) {
        if (push.typing.id === id && push.typing.by === 'user') setTyping(true)
      } else if (push.thread.id === id) receiveThread(push.thread, push.messages)
    },
    add(message) {
      add([message], message.number)
      // The operator looks for the answer, which is far below a message that was searched for.
      if (!isFollowing) showEnd()
    },
    markSeen(number) {
      if (number > store.getSnapshot().seen) change({ seen: number })
    },
    setThread(thread) {
      pushed = thread
      change({ thread })
    },
    close() {
      request.abort()
      cancelTyping()
    },
  }
}
