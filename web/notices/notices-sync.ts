import type { Call } from '#browser/calls/call-request.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { ListedNotice } from '#contract/calls/notices.ts'
import { type NoticePush, ownNoticesTopic } from '#contract/live.ts'
import { markNoticesRead, readUnreadNotices } from '#web/calls/notices.ts'
import type { Live } from '#web/live/live.ts'
import type { NoticesStore, NoticesSync } from '#web/notices/notices.ts'

type Parts = {
  readonly call: Call
  readonly live: Pick<Live, 'subscribe' | 'onReconnect' | 'state'>
  readonly timers: Timers
  readonly store: NoticesStore
  /** Notices that were pushed, newest last. Not called for those that the list had before. */
  readonly arrived: (notices: readonly ListedNotice[]) => void
}

/** A snapshot usually arrives within this time. Without one, the count is fetched. */
export const snapshotWaitMs = 5_000

/** Keeps the count by the pushes of one session. */
export function startNoticesSync({ call, live, timers, store, arrived }: Parts): NoticesSync {
  let pushCount = 0
  let isStopped = false
  let cancelWait: CancelTimer = () => undefined

  function applyPush({ Unread, LastId, Notices }: NoticePush, isSnapshot: boolean): void {
    cancelWait()
    pushCount += 1
    const { lastId = 0 } = store.get()
    store.update({ unread: Unread, lastId: LastId })
    if (isSnapshot || Notices === null) return
    const added = Notices.filter(({ id }) => id > lastId)
    if (added.length > 0) arrived(added)
  }
  /** An answer may be older than a push that arrived meanwhile. Every change is pushed, so the push counts. */
  async function unlessPushed<Answer>(sent: Promise<Answer>, apply: (answer: Answer) => void): Promise<void> {
    const before = pushCount
    // A failure is not shown. The next wake or visit tries again.
    const answer = await sent.catch(() => undefined)
    if (answer !== undefined && !isStopped && pushCount === before) apply(answer)
  }
  function fetchCount(): void {
    void unlessPushed(readUnreadNotices(call), ({ unread, data }) =>
      store.update({ unread, lastId: data[0]?.id ?? 0 }),
    )
  }
  function expectSnapshot(): void {
    cancelWait()
    cancelWait = timers.after(snapshotWaitMs, fetchCount)
  }
  const unsubscribes = [
    live.subscribe<NoticePush>(ownNoticesTopic, ({ data, snapshot }) => applyPush(data, snapshot)),
    live.onReconnect(expectSnapshot),
  ]
  expectSnapshot()
  return {
    wake() {
      if (live.state.getSnapshot() !== 'up') expectSnapshot()
    },
    markRead(upTo) {
      const sent = markNoticesRead(call, upTo)
      void unlessPushed(sent, ({ unread }) => store.update({ unread }))
      void sent.then(
        () => {
          if (!isStopped) store.update({ readUpTo: Math.max(upTo, store.get().readUpTo) })
        },
        () => undefined,
      )
    },
    stop() {
      isStopped = true
      cancelWait()
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
