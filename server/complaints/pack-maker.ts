// Makes the evidence packs that wait, one at a time, so that the server and its database keep working for others.
import { createHash } from 'node:crypto'
import { TooMuchEvidence } from '#server/complaints/pack/evidence-store.ts'
import { type MakePackParts, makePack } from '#server/complaints/pack/make-pack.ts'
import type { PackLimits } from '#server/complaints/pack/plan-proofs.ts'
import {
  type ClaimedPack,
  claimPack,
  releasePack,
  storeFailure,
  storePack,
} from '#server/complaints/packs-store.ts'
import { type Backoff, backoffMs } from '#server/platform/backoff.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import {
  bytesPerTurn,
  type CancelTimer,
  nextTurn,
  type Timers,
  withTimeout,
} from '#server/platform/timers.ts'

export type PackMakerParts = MakePackParts & {
  readonly clock: Pick<Clock, 'now'>
  readonly timers: Timers
  readonly log: Pick<Log, 'warn' | 'error'>
}

export type PackMaker = {
  /** A complaint was filed. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** Finds packs of other processes, and those that are due again. */
const pollMs = 10_000
/** Longer than an attempt takes. A pack whose process was killed is made after this time, or at the next start. */
const claimMs = 60_000
export const maxAttempts = 6
/** Anyone can open demo accounts, and packs are kept for good. */
const maxDemoBytes = 2 * 1024 * 1024
const demoLimits: PackLimits = { batches: 200, links: 2000, journalBytes: 4 * 1024 * 1024 }
const retry: Backoff = { freeFailures: 1, firstMs: 5000, longestMs: 3_600_000, resetAfterMs: 0 }

export function startPackMaker(parts: PackMakerParts): PackMaker {
  const { pool, clock, timers, log } = parts
  let work: Promise<void> | undefined
  let wasWoken = false
  let isStopping = false
  let cancel: CancelTimer = () => undefined

  function wake(): void {
    wasWoken = true
    if (isStopping || work !== undefined) return
    cancel()
    work = makeWaiting().finally(() => {
      work = undefined
      if (isStopping) return
      cancel = timers.after(wasWoken ? 0 : pollMs, wake)
    })
  }
  async function makeWaiting(): Promise<void> {
    wasWoken = false
    try {
      while (!isStopping && (await makeNext()));
    } catch (fault) {
      log.warn({ fault }, 'could not read the evidence packs that wait; trying again')
    }
  }
  /** False if none waits. */
  async function makeNext(): Promise<boolean> {
    const now = clock.now()
    const claimed = await claimPack(pool, new Date(now), new Date(now + claimMs))
    if (claimed === undefined) return false
    if (claimed.attempts > maxAttempts) await fail(claimed, new Error('each attempt ended the process'))
    else await make(claimed)
    return true
  }
  async function make(claimed: ClaimedPack): Promise<void> {
    const { complaintId, isDemo } = claimed
    try {
      const limits = isDemo ? { limits: demoLimits } : {}
      const content = await makePack({ ...parts, ...limits, isStopping: () => isStopping }, complaintId)
      if (isDemo && content.length > maxDemoBytes)
        throw new TooMuchEvidence(`the file of a demo account has ${content.length} bytes`)
      const sha256 = await hashInTurns(content)
      await storePack(pool, complaintId, { content, sha256, at: new Date(clock.now()) })
    } catch (fault) {
      // The stop cut the attempt off. The next start makes another one.
      if (isStopping) await releasePack(pool, complaintId, new Date(clock.now()))
      else await fail(claimed, fault)
    }
  }
  async function fail({ complaintId, attempts, isDemo }: ClaimedPack, fault: unknown): Promise<void> {
    const at = new Date(clock.now())
    const problem = problemOf(fault)
    const isTooMuch = fault instanceof TooMuchEvidence
    const isLast = attempts >= maxAttempts || isTooMuch
    const nextTry = isLast ? undefined : new Date(at.getTime() + backoffMs(attempts, retry))
    const about = { complaint: complaintId, attempts, fault }
    if (isTooMuch && isDemo) log.warn(about, 'the evidence pack of a demo account would be too large')
    else if (isLast) log.error(about, 'ALARM: the evidence pack of a complaint could not be made')
    else log.warn(about, 'the evidence pack of a complaint could not be made; trying again')
    await storeFailure(pool, complaintId, { problem, at, nextTry })
  }
  wake()
  return {
    wake,
    async stop() {
      isStopping = true
      cancel()
      if (work !== undefined) await withTimeout(timers, stopBoundsMs.sweep, work)
    },
  }
}

const maxProblemLength = 500

function problemOf(fault: unknown): string {
  const text = fault instanceof Error ? fault.message : 'unknown error'
  return text.replaceAll('\0', '').toWellFormed().slice(0, maxProblemLength) || 'unknown error'
}

async function hashInTurns(bytes: Buffer): Promise<string> {
  const sum = createHash('sha256')
  for (let from = 0; from < bytes.length; from += bytesPerTurn) {
    sum.update(bytes.subarray(from, from + bytesPerTurn))
    await nextTurn()
  }
  return sum.digest('hex')
}
