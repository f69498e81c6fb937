// npm run verify: replays the journal and compares the tables. The server may be running.
import { parseArgs } from 'node:util'
import { startClock } from '#server/bootstrap/start-clock.ts'
import { type Clock, createSteadyClock, systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Pool } from '#server/storage/storage.ts'
import {
  type Checkpoint,
  CheckpointUnreadable,
  type JournalHead,
  type Progress,
  parseHead,
  readCheckpoint,
  summaryOf,
  verify,
  writeCheckpoint,
} from '#server/verify/verify.ts'
import { withExistingDatabase } from '#tools/tool-storage.ts'

const usage = `Usage: npm run verify [-- options]
  --expect seq:hash    the journal must contain this batch, as printed by an earlier summary
  --checkpoint file    writes a checkpoint if nothing is found
  --from file          starts at a checkpoint instead of the first batch`
/** Exit codes for a difference and for a verification that was not possible. */
const foundCode = 1
const failedCode = 2
const printEveryMs = 3000

async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (options === undefined) return fail(usage)
  return await withExistingDatabase((pool) => verifyDatabase(pool, options))
}

async function verifyDatabase(pool: Pool, options: Options): Promise<number> {
  const written: string[] = []
  const report = await verify({
    pool,
    clock: await serverClock(pool),
    expected: options.expected,
    from: await readStart(options.from),
    onClean: checkpointWriter(options.checkpoint, written),
    onProgress: createProgressPrinter(),
  })
  for (const line of [...summaryOf(report), ...written]) console.log(line)
  if (options.checkpoint !== undefined && written.length === 0) console.log('No checkpoint was written.')
  const commands = report.tally.byMode.decided + report.tally.byMode.reapplied
  const seconds = report.elapsedMs / 1000
  const megabytes = Math.ceil(process.resourceUsage().maxRSS / 1024)
  console.log(
    `It took ${seconds.toFixed(1)} s, ${Math.round(commands / seconds)} commands a second, and at most ${megabytes} MB.`,
  )
  return report.counts.size === 0 ? 0 : foundCode
}

/** Outcomes are deleted by the time of the server, which is ahead of the system clock after that was set back. */
async function serverClock(pool: Pool): Promise<Clock> {
  const clock = createSteadyClock(systemClock)
  await startClock({ system: systemClock, clock, pool, log: createLog('silent') })
  return clock
}

async function readStart(file: string | undefined): Promise<Checkpoint | undefined> {
  if (file === undefined) return undefined
  const { checkpoint, hash } = await readCheckpoint(file)
  console.log(`starts from  ${file}, SHA-256 ${hash}`)
  return checkpoint
}

function checkpointWriter(file: string | undefined, written: string[]) {
  if (file === undefined) return undefined
  return async (checkpoint: Checkpoint) => {
    const hash = await writeCheckpoint(file, checkpoint)
    written.push(`Wrote the checkpoint ${file}, SHA-256 ${hash}`)
  }
}

/** Prints progress, but only to a terminal. */
function createProgressPrinter(): (progress: Progress) => void {
  let printedMs = systemClock.elapsed()
  return ({ seq, lastSeq, commands }) => {
    if (!process.stderr.isTTY || systemClock.elapsed() - printedMs < printEveryMs) return
    printedMs = systemClock.elapsed()
    console.error(`batch ${seq} of ${lastSeq}, ${commands} commands`)
  }
}

type Options = {
  readonly expected: JournalHead | undefined
  readonly checkpoint: string | undefined
  readonly from: string | undefined
}

function readArguments(args: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { expect: text, checkpoint: text, from: text } })
    const { expect, checkpoint, from } = values
    const expected = expect === undefined ? undefined : parseHead(expect)
    if (expect !== undefined && expected === undefined) return undefined
    return { expected, checkpoint, from }
  } catch {
    // Unknown option: the caller prints the usage.
    return undefined
  }
}

function fail(sentence: string): number {
  console.error(sentence)
  return failedCode
}

function sentenceOf(caught: unknown): string {
  if (caught instanceof StartFailure) return caught.message
  if (caught instanceof CheckpointUnreadable) return `The checkpoint cannot be used: ${caught.message}.`
  return `Verification failed: ${caught instanceof Error ? caught.message : 'unknown error'}`
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (caught) {
  process.exitCode = fail(sentenceOf(caught))
}
