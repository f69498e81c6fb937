import type { MarkedLine } from '#server/heads/heads-file.ts'
import { maxUnposted, type UnpostedLine } from '#server/heads/unposted-heads.ts'
import { backoffMs } from '#server/platform/backoff.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'

export type HeadPoster = {
  /**
   * Returns at once. A line that is still waiting is replaced, because a head covers those before it. A head that
   * differs does not: it is sent before newer ones, and so is the line that was waiting before it.
   */
  readonly offer: (line: string, differs: boolean) => void
  /** Lines that evidence packs end in. Newer lines do not replace them. */
  readonly offerKept: (lines: readonly MarkedLine[]) => void
  /** Lines that an earlier run could not send. They are sent first. */
  readonly offerAgain: (lines: readonly UnpostedLine[]) => void
  /** Tries once more if a line is waiting. */
  readonly stop: () => Promise<void>
}

type PosterParts = {
  readonly headsUrl: string
  /** Remembers that a head was accepted that differs or is kept. */
  readonly accepted: (line: UnpostedLine) => Promise<void>
  readonly timers: Timers
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly metrics: Pick<Metrics, 'headsFailures'>
}

/** `isAnswer` is false if the receiver has not answered. */
type Refusal = { readonly why: string; readonly isAnswer: boolean }

const timeoutMs = 10_000
const retry = { freeFailures: 1, firstMs: 2000, longestMs: 60_000, resetAfterMs: 0 }
/** The sixth failure in a row comes after about a minute. It is logged, and then one every hour or so. */
const failuresBeforeWarning = 6
const failuresBetweenWarnings = 60
const label = { target: 'url' }

/** Posts the heads that differ or are kept, then the newest. Tries again until all are accepted. */
export function createHeadPoster({ headsUrl, accepted, timers, log, metrics }: PosterParts): HeadPoster {
  const { address, authorization } = splitCredentials(headsUrl)
  const closing = new AbortController()
  /** Sent in this order, before the newest line. */
  let queue: readonly UnpostedLine[] = []
  let newest: string | undefined
  /** How often a line of the queue was refused. */
  let refused = 0
  let sending: Promise<void> | undefined
  let cancelRetry: (() => void) | undefined
  let failures = 0

  /** Undefined if the line was accepted, otherwise why not. */
  async function post(body: string): Promise<Refusal | undefined> {
    const late = new AbortController()
    const cancel = timers.after(timeoutMs, () => late.abort())
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, closing.signal]),
      })
      await answer.body?.cancel()
      return answer.ok ? undefined : { why: `status ${answer.status}`, isAnswer: true }
    } catch {
      return { why: late.signal.aborted ? 'no answer in time' : 'not reached', isAnswer: false }
    } finally {
      cancel()
    }
  }
  async function sendWaiting(): Promise<void> {
    let refusal = await sendQueue()
    // A receiver that refuses one line of the queue may accept the newest.
    if (newest !== undefined && refusal?.isAnswer !== false) {
      const line = newest
      const newestRefusal = await post(line)
      if (newestRefusal === undefined) remove(line)
      refusal ??= newestRefusal
    }
    if (refusal !== undefined) fail(refusal.why)
    else succeed()
  }
  /** After a refusal the next attempt begins with the next line: one that is always refused must not block others. */
  async function sendQueue(): Promise<Refusal | undefined> {
    for (;;) {
      const at = queue.length === 0 ? 0 : refused % queue.length
      const next = queue[at]
      if (next === undefined) return undefined
      const refusal = await post(next.line)
      if (refusal?.isAnswer) refused += 1
      if (refusal !== undefined) return refusal
      // A head that differs counts for all before it. With one of them still waiting it is sent again after a restart.
      const isNext = queue.slice(0, at).every(({ isKept }) => isKept)
      if (next.isKept || (next.differs && isNext)) await remember(next)
      remove(next.line)
    }
  }
  function remove(line: string): void {
    queue = queue.filter((one) => one.line !== line)
    if (newest === line) newest = undefined
  }
  /** A line that could not be remembered is sent again after the next start. */
  async function remember(line: UnpostedLine): Promise<void> {
    await accepted(line).catch((fault: unknown) =>
      log.warn({ fault }, 'could not remember that a head was posted'),
    )
  }
  function fail(why: string): void {
    failures += 1
    metrics.headsFailures.set(label, failures)
    const isDue = failures % failuresBetweenWarnings === 0
    if (failures === failuresBeforeWarning || isDue)
      log.warn({ failures, why }, 'heads cannot be posted to HEADS_URL; the newest is tried again')
    if (!closing.signal.aborted) cancelRetry = timers.after(backoffMs(failures, retry), start)
  }
  function succeed(): void {
    if (failures >= failuresBeforeWarning) log.info('heads are posted to HEADS_URL again')
    failures = 0
    metrics.headsFailures.set(label, 0)
  }
  function isWaiting(): boolean {
    return newest !== undefined || queue.length > 0
  }
  function start(): void {
    cancelRetry?.()
    cancelRetry = undefined
    sending ??= sendWaiting().finally(() => {
      sending = undefined
      // A newer line has come meanwhile.
      if (isWaiting() && cancelRetry === undefined && !closing.signal.aborted) start()
    })
  }
  /** A retry takes the lines that are waiting then. */
  function startUnlessRetried(): void {
    if (sending === undefined && cancelRetry === undefined) start()
  }
  /** The second attempt is for a line that came during the first. */
  async function flush(): Promise<void> {
    for (let attempt = 0; attempt < 2 && isWaiting(); attempt += 1) {
      start()
      await sending
    }
  }
  return {
    offer(line, differs) {
      if (differs && queue.filter(({ isKept }) => !isKept).length + 2 <= maxUnposted) {
        const before = newest === undefined ? [] : [{ line: newest, differs: false }]
        queue = [...queue, ...before, { line, differs }]
        newest = undefined
      } else newest = line
      startUnlessRetried()
    },
    offerKept(lines) {
      const kept = lines.map(({ line }) => ({ line, differs: false, isKept: true }))
      queue = bounded([...queue, ...kept])
      // The marked line is sent instead.
      if (lines.some(({ before }) => before === newest)) newest = undefined
      if (queue.length > 0) startUnlessRetried()
    },
    offerAgain(lines) {
      queue = bounded([...lines, ...queue])
      if (queue.length > 0) startUnlessRetried()
    },
    async stop() {
      await withTimeout(timers, stopBoundsMs.messages / 2, flush())
      closing.abort()
      cancelRetry?.()
    },
  }
}

/** The earliest of each kind. Users cause the lines that are kept, so these must not crowd out a head that differs. */
function bounded(lines: readonly UnpostedLine[]): readonly UnpostedLine[] {
  const room = { kept: maxUnposted, other: maxUnposted }
  return lines.filter(({ isKept }) => {
    const kind = isKept ? 'kept' : 'other'
    room[kind] -= 1
    return room[kind] >= 0
  })
}

/** Moves credentials from the URL into a header, because `fetch` refuses URLs with credentials. */
function splitCredentials(headsUrl: string) {
  const url = new URL(headsUrl)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '' && password === '') return { address: url.href, authorization: {} }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    address: url.href,
    authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  }
}
