import { backoffMs } from '#server/platform/backoff.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'

export type HeadPoster = {
  /** Returns at once. A line that is still waiting is replaced: the newest head covers those before it. */
  readonly offer: (line: string) => void
  /** Tries once more if a line is waiting. */
  readonly stop: () => Promise<void>
}

type PosterParts = {
  readonly headsUrl: string
  readonly timers: Timers
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly metrics: Pick<Metrics, 'headsFailures'>
}

const timeoutMs = 10_000
const retry = { freeFailures: 1, firstMs: 2000, longestMs: 60_000, resetAfterMs: 0 }
/** The sixth failure in a row comes after about a minute. It is logged, and then one every hour or so. */
const failuresBeforeWarning = 6
const failuresBetweenWarnings = 60
const label = { target: 'url' }

/** Posts the newest head, and tries again until it is accepted or a newer one has come. */
export function createHeadPoster({ headsUrl, timers, log, metrics }: PosterParts): HeadPoster {
  const { address, authorization } = splitCredentials(headsUrl)
  const closing = new AbortController()
  let waiting: string | undefined
  let sending: Promise<void> | undefined
  let cancelRetry: (() => void) | undefined
  let failures = 0

  /** Undefined if the line was accepted, otherwise why not. */
  async function post(body: string): Promise<string | undefined> {
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
      return answer.ok ? undefined : `status ${answer.status}`
    } catch {
      return late.signal.aborted ? 'no answer in time' : 'not reached'
    } finally {
      cancel()
    }
  }
  async function sendWaiting(): Promise<void> {
    const line = waiting
    if (line === undefined) return
    const why = await post(line)
    if (why !== undefined) fail(why)
    else succeed(line)
  }
  function fail(why: string): void {
    failures += 1
    metrics.headsFailures.set(label, failures)
    const isDue = failures % failuresBetweenWarnings === 0
    if (failures === failuresBeforeWarning || isDue)
      log.warn({ failures, why }, 'heads cannot be posted to HEADS_URL; the newest is tried again')
    if (!closing.signal.aborted) cancelRetry = timers.after(backoffMs(failures, retry), start)
  }
  function succeed(line: string): void {
    if (failures >= failuresBeforeWarning) log.info('heads are posted to HEADS_URL again')
    failures = 0
    metrics.headsFailures.set(label, 0)
    if (waiting === line) waiting = undefined
  }
  function start(): void {
    cancelRetry?.()
    cancelRetry = undefined
    sending ??= sendWaiting().finally(() => {
      sending = undefined
      // A newer line has come meanwhile.
      if (waiting !== undefined && cancelRetry === undefined && !closing.signal.aborted) start()
    })
  }
  /** The second attempt is for a line that came during the first. */
  async function flush(): Promise<void> {
    for (let attempt = 0; attempt < 2 && waiting !== undefined; attempt += 1) {
      start()
      await sending
    }
  }
  return {
    offer(line) {
      waiting = line
      // Otherwise the next attempt takes the newest line.
      if (sending === undefined && cancelRetry === undefined) start()
    },
    async stop() {
      await withTimeout(timers, stopBoundsMs.messages / 2, flush())
      closing.abort()
      cancelRetry?.()
    },
  }
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
