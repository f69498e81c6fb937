/**
 * Entry point of the heads module: writes the heads of the journal and of the audit log outside the database, so that
 * a rewritten history is noticed.
 */
import { type Head, lineOfHead, type SignedHead } from '#server/heads/head.ts'
import { createHeadSigner, isSignedBy, parsePublicKey } from '#server/heads/head-signature.ts'
import { createHeadsFile, headsPath } from '#server/heads/heads-file.ts'
import { type CurrentHeads, readCurrentHeads } from '#server/heads/heads-store.ts'
import { createHeadPoster } from '#server/heads/post-heads.ts'
import { createUnpostedHeads } from '#server/heads/unposted-heads.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { type Timers, withTimeout } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export { parseHeadLine, type SignedHead } from '#server/heads/head.ts'
export { createHeadSigner, isSignedBy, parsePublicKey } from '#server/heads/head-signature.ts'
export { headsPath, readHeadLines } from '#server/heads/heads-file.ts'
export { readAuditHashes, readJournalHashes } from '#server/heads/heads-store.ts'

export type HeadsParts = {
  readonly pool: Pool
  /** This process holds the lock of the directory, so no other process writes the file. */
  readonly dataDir: string
  /** Where heads are posted, too. */
  readonly headsUrl: string | undefined
  /** The signing key is derived from it. */
  readonly secretKey: Uint8Array
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly metrics: Pick<Metrics, 'headsDiffer' | 'headsFailures'>
}

export type HeadsRecorder = {
  /**
   * Records the current heads if they have changed. The recorded lines of the given heads are never thinned out, and
   * are posted even if newer ones wait. Never rejects.
   */
  readonly record: (kept?: readonly Head['journal'][]) => Promise<void>
  /** Records once more. */
  readonly stop: () => Promise<void>
}

const recordEveryMs = 60_000
/** Old lines are thinned out at the start, and after this many new ones. */
const linesBetweenThinning = 500
const fileLabel = { target: 'file' }

/** Compares the history with the last recorded head and records the current one, now and every minute. */
export async function startHeads(parts: HeadsParts): Promise<HeadsRecorder> {
  const { pool, dataDir, headsUrl, clock, timers, log, metrics } = parts
  const signer = createHeadSigner(parts.secretKey)
  const file = createHeadsFile(headsPath(dataDir))
  const publicKey = parsePublicKey(signer.publicKey)
  const unposted = createUnpostedHeads(
    headsPath(dataDir),
    (head) => publicKey !== undefined && isSignedBy(publicKey, head),
  )
  const poster =
    headsUrl === undefined ? undefined : createHeadPoster({ ...parts, headsUrl, accepted: unposted.accepted })
  let recording: Promise<void> | undefined
  let turn: Promise<void> = Promise.resolve()
  let isFirst = true
  /** Whether it was logged that no head is readable. */
  let isReported = false
  let failures = 0
  let newLines = 0

  async function recordOnce(): Promise<void> {
    const last = await file.last()
    const current = await readCurrentHeads(pool, last)
    const differs = last !== undefined && !continues(last, current)
    if (last === undefined) await reportNoHead(current)
    else isReported = false
    if (differs) reportDifference(last, current)
    const isUnchanged = last !== undefined && isSame(last, current)
    // An earlier run may have stopped before it was posted. The head before a difference is the evidence for it.
    if (isFirst && last !== undefined && (isUnchanged || differs)) poster?.offer(lineOfHead(last), false)
    if (!isUnchanged) await append(headOf(current, differs))
    isFirst = false
  }
  /** Without a head the history is compared with nothing. */
  async function reportNoHead({ journal, audit }: CurrentHeads): Promise<void> {
    await readDifference()
    // A new installation has one entry, of its first owner.
    if (isReported || (journal.seq === 0 && audit.position <= 1)) return
    isReported = true
    log.warn(
      { path: headsPath(dataDir), journal, audit },
      'no recorded head is readable, so the history is not compared: the file is new, was moved away, or is damaged',
    )
  }
  function headOf({ journal, audit }: CurrentHeads, differs: boolean): Head {
    return { at: new Date(clock.now()).toISOString(), journal, audit, differs }
  }
  async function append(head: Head): Promise<void> {
    const line = lineOfHead(signer.sign(head))
    await file.append(line)
    poster?.offer(line, head.differs)
    newLines += 1
    if (newLines >= linesBetweenThinning) await thin()
  }
  function reportDifference(last: SignedHead, { journal, audit }: CurrentHeads): void {
    metrics.headsDiffer.set(1)
    const { at, journal: journalThen, audit: auditThen } = last
    const about = { recorded: { at, journal: journalThen, audit: auditThen }, found: { journal, audit } }
    log.error(
      about,
      'ALARM: the history differs from the recorded head: it was rewritten, or a backup restored',
    )
  }
  async function readFile(): Promise<void> {
    await readDifference()
    await thin()
    poster?.offerAgain(await unposted.read())
  }
  async function readDifference(): Promise<void> {
    metrics.headsDiffer.set((await file.hasDifference()) ? 1 : 0)
  }
  async function thin(): Promise<void> {
    newLines = 0
    await file.thin(clock.now())
  }
  /** A head that could not be recorded is tried again a minute later. */
  async function record(): Promise<void> {
    try {
      await recordOnce()
      failures = 0
    } catch (fault) {
      failures += 1
      log.error({ failures, fault }, 'could not record the heads of the journal and the audit log')
    }
    metrics.headsFailures.set(fileLabel, failures)
  }
  async function keep(kept: readonly Head['journal'][]): Promise<void> {
    try {
      const marked = await file.keep(kept, (lines) => unposted.keep(lines.map(({ line }) => line)))
      if (marked.length > 0) poster?.offerKept(marked)
    } catch (fault) {
      log.error({ fault }, 'could not keep the recorded heads of an evidence pack')
    }
  }
  /** The file is changed by one at a time. `work` never rejects. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work)
    return turn
  }
  function startRecording(): Promise<void> {
    recording ??= inTurn(record).finally(() => {
      recording = undefined
    })
    return recording
  }
  log.info({ publicKey: signer.publicKey, posted: poster !== undefined }, 'heads are recorded every minute')
  await readFile().catch((fault: unknown) => log.error({ fault }, 'could not read the recorded heads'))
  await startRecording()
  const cancel = timers.every(recordEveryMs, () => void startRecording())
  return {
    async record(kept = []) {
      await startRecording()
      if (kept.length > 0) await inTurn(() => keep(kept))
    },
    async stop() {
      cancel()
      const last = async () => {
        await recording
        await startRecording()
      }
      await withTimeout(timers, stopBoundsMs.messages / 2, last())
      await poster?.stop()
    },
  }
}

/** Whether the recorded head is still part of the history. */
function continues(last: Head, { journal, audit, journalThen, auditThen }: CurrentHeads): boolean {
  return (
    last.journal.seq <= journal.seq &&
    last.audit.position <= audit.position &&
    (last.journal.seq === 0 || last.journal.hash === journalThen) &&
    (last.audit.position === 0 || last.audit.hash === auditThen)
  )
}

function isSame(one: Head, { journal, audit }: CurrentHeads): boolean {
  return (
    one.journal.seq === journal.seq &&
    one.journal.hash === journal.hash &&
    one.audit.position === audit.position &&
    one.audit.hash === audit.hash
  )
}
