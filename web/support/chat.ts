import { type CallFailure, isCallFailure, reasonOf } from '#browser/calls/call-failure.ts'
import type { Call } from '#browser/calls/call-request.ts'
import { fullJitterMs } from '#browser/platform/full-jitter.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { SupportMessage, SupportThread } from '#contract/calls/support.ts'
import { type SupportPush, supportTopic } from '#contract/live.ts'
import { markSupport, readSupportMessages, tellSupportTyping } from '#web/calls/support.ts'
import type { Live } from '#web/live/live.ts'
import { createChatMarks } from '#web/support/chat-marks.ts'
import { createMessageLog } from '#web/support/message-log.ts'
import { newestThread } from '#web/support/newest-thread.ts'
import { createOwnTyping } from '#web/support/own-typing.ts'

export type ChatState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Oldest first. */
  readonly messages: readonly SupportMessage[]
  readonly hasOlder: boolean
  readonly older: 'idle' | 'loading' | 'failed'
  readonly thread: SupportThread | undefined
  readonly isDeskTyping: boolean
  /** The first message that was unread when the chat was opened, or when the user came back. */
  readonly unreadFrom: number | undefined
}

export type Chat = ReadableStore<ChatState> & {
  /** Reads and follows the thread. Returns the function that ends it. */
  readonly start: () => () => void
  readonly retry: () => void
  readonly loadOlder: () => void
  /** A message that this browser has sent. */
  readonly add: (message: SupportMessage) => void
  /** The newest message is on the screen. */
  readonly shown: () => void
  /** The page is visible again. */
  readonly wake: () => void
  readonly typed: () => void
}

export type ChatParts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect'>
  readonly timers: Timers
  readonly random: () => number
  readonly now: () => number
  /** Token of the visitor's thread; undefined for a user. */
  readonly thread: string | undefined
  /** False for a visitor who has not written yet: there is nothing to read and to follow. */
  readonly hasThread: boolean
  /** Whether the page is visible. A hidden page receives nothing for its user. */
  readonly isPresent: () => boolean
  readonly threadEnded: () => void
}

const pageLength = 50
/** An operator who goes on typing says so again before. */
export const typingShownMs = 6_000
const backoff = { minWaitMs: 1_000, baseMs: 1_000, capMs: 15_000 } as const

const empty: ChatState = {
  ...{ status: 'loading', messages: [], hasOlder: false, older: 'idle' },
  ...{ thread: undefined, isDeskTyping: false, unreadFrom: undefined },
}

/** The messages of one thread. What a push does not bring is read, until nothing is missing. */
export function createChat(parts: ChatParts): Chat {
  const { call, thread: token, timers } = parts
  const state = createValueStore<ChatState>({ ...empty, status: parts.hasThread ? 'loading' : 'ready' })
  const log = createMessageLog()
  const marks = createChatMarks({
    ...parts,
    send: (wanted) => markSupport(call, token, wanted),
    marked: setThread,
  })
  /** Sent or pushed while the first page was read. */
  let early: readonly SupportMessage[] = []
  let isRunning = false
  let isReading = false
  /** Something may have come after the answer that is awaited. */
  let isReadWanted = false
  let failures = 0
  let cancelRetry: CancelTimer = () => undefined
  let cancelTyping: CancelTimer = () => undefined

  const update = (change: Partial<ChatState>) => state.set({ ...state.getSnapshot(), ...change })

  function setThread(told: SupportThread): void {
    marks.known(told)
    update({ thread: newestThread(state.getSnapshot().thread, told) })
  }
  /** Number of the newest message, as far as the server has told. */
  function newestNumber(): number {
    return Math.max(state.getSnapshot().thread?.last_number ?? 0, log.highest())
  }
  /** What is dropped is read later. */
  function keepEarly(messages: readonly SupportMessage[]): void {
    early = [...early, ...messages].slice(-pageLength)
  }
  function addMessages(messages: readonly SupportMessage[]): void {
    const before = log.last()
    log.add(messages)
    const added = messages.filter(({ number, author }) => author === 'desk' && number > before)
    const { unreadFrom, thread } = state.getSnapshot()
    // A user who is away finds the new ones below a line.
    const isNewLine = !parts.isPresent() && (unreadFrom === undefined || unreadFrom <= (thread?.read ?? 0))
    const from = isNewLine ? (added[0]?.number ?? unreadFrom) : unreadFrom
    if (added.length > 0) setTyping(false)
    update({ messages: log.all(), unreadFrom: from })
    received()
  }
  function received(): void {
    const newest = log.all().findLast(({ author }) => author === 'desk')?.number
    if (newest !== undefined && parts.isPresent()) marks.raise({ delivered: newest })
  }
  function setTyping(isDeskTyping: boolean): void {
    cancelTyping()
    if (isDeskTyping) cancelTyping = timers.after(typingShownMs, () => setTyping(false))
    if (state.getSnapshot().isDeskTyping !== isDeskTyping) update({ isDeskTyping })
  }
  function pushed(push: SupportPush): void {
    if ('typing' in push) return void setTyping(true)
    setThread(push.thread)
    if (state.getSnapshot().status !== 'ready') {
      keepEarly(push.messages)
      return
    }
    addMessages(push.messages)
    if (newestNumber() > log.last()) void read()
  }

  /** Reads the newest page, and later what is missing at the end. One call at a time, until nothing is missing. */
  async function read(): Promise<void> {
    isReadWanted = true
    if (!isRunning || isReading) return
    isReading = true
    cancelRetry()
    try {
      while (isRunning && (await readNext())) failures = 0
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      readFailed(failure)
    } finally {
      isReading = false
    }
  }
  /** True if more is missing. */
  async function readNext(): Promise<boolean> {
    isReadWanted = false
    const isFirst = state.getSnapshot().status !== 'ready'
    const place = isFirst ? {} : { after: log.last() }
    const { data, thread } = await readSupportMessages(call, token, { ...place, limit: pageLength })
    if (!isRunning) return false
    setThread(thread)
    if (isFirst) {
      const unread = data.find(({ author, number }) => author === 'desk' && number > thread.read)
      log.begin(data)
      update({ status: 'ready', hasOlder: (data[0]?.number ?? 1) > 1, unreadFrom: unread?.number })
    }
    addMessages(isFirst ? early : data)
    return isReadWanted || ((isFirst || data.length > 0) && newestNumber() > log.last())
  }
  function readFailed(failure: CallFailure): void {
    if (!isRunning) return
    if (reasonOf(failure) === 'support_ended') return void parts.threadEnded()
    if (state.getSnapshot().status !== 'ready') update({ status: 'failed' })
    const waitMs = backoff.minWaitMs + fullJitterMs(failures, parts.random, backoff)
    failures += 1
    cancelRetry = timers.after(waitMs, () => void read())
  }
  async function readOlder(before: number): Promise<void> {
    update({ older: 'loading' })
    try {
      const { data } = await readSupportMessages(call, token, { before, limit: pageLength })
      log.add(data)
      update({ messages: log.all(), older: 'idle', hasOlder: (data[0]?.number ?? 1) > 1 })
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      update({ older: 'failed' })
    }
  }
  function wake(): void {
    failures = 0
    received()
    void read()
  }
  const tellTyping = createOwnTyping(parts.now, () => {
    // A lost mark of typing is not missed.
    tellSupportTyping(call, token).catch(() => undefined)
  })
  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    start() {
      if (!parts.hasThread) return () => undefined
      isRunning = true
      marks.resume()
      const ends = [
        parts.live.subscribe<SupportPush>(supportTopic, ({ data }) => pushed(data)),
        parts.live.onReconnect(wake),
      ]
      void read()
      return () => {
        isRunning = false
        cancelRetry()
        marks.pause()
        setTyping(false)
        for (const end of ends) end()
      }
    },
    retry() {
      update({ status: 'loading' })
      wake()
    },
    loadOlder() {
      const { hasOlder, older, status } = state.getSnapshot()
      const before = log.first()
      if (status === 'ready' && hasOlder && older !== 'loading' && before !== undefined)
        void readOlder(before)
    },
    add(message) {
      if (state.getSnapshot().status !== 'ready') return keepEarly([message])
      addMessages([message])
      if (newestNumber() > log.last()) void read()
    },
    shown() {
      const newest = log.all().findLast(({ author }) => author === 'desk')?.number
      if (newest !== undefined && parts.isPresent()) marks.raise({ delivered: newest, read: newest })
    },
    wake,
    typed: () => (parts.hasThread ? tellTyping() : undefined),
  }
}
