// npm run verify [-- --expect seq:hash]: replays the journal and compares the tables. The server may be running.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseConfig } from '#server/bootstrap/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { clusterPath } from '#server/storage/embedded/cluster.ts'
import { openStorageForTool } from '#server/storage/storage.ts'
import { type Checkpoint, type Progress, summaryOf, verify } from '#server/verify/verify.ts'

const usage =
  'Usage: npm run verify, or npm run verify -- --expect seq:hash, as printed by an earlier summary'
/** Exit codes for a difference and for a verification that was not possible. */
const foundCode = 1
const failedCode = 2
const printEveryMs = 3000

async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (options === undefined) return fail(usage)
  const parsed = parseConfig(process.env)
  if (!parsed.ok) return fail(parsed.problems.join('\n'))
  const { databaseUrl, dataDir } = parsed.config
  // Otherwise the command would create an empty database, which has no differences.
  if (databaseUrl === undefined && !existsSync(clusterPath(dataDir)))
    return fail(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the server does.`)
  const log = createLog('error', process.stderr)
  const storage = await openStorageForTool({ ...parsed.config, log, clock: systemClock })
  try {
    const parts = {
      pool: storage.pool,
      clock: systemClock,
      expected: options.expected,
      onProgress: createProgressPrinter(),
    }
    const report = await verify(parts)
    for (const line of summaryOf(report)) console.log(line)
    const commands = report.tally.byMode.decided + report.tally.byMode.reapplied
    const seconds = report.elapsedMs / 1000
    const megabytes = Math.ceil(process.resourceUsage().maxRSS / 1024)
    console.log(
      `It took ${seconds.toFixed(1)} s, ${Math.round(commands / seconds)} commands a second, and at most ${megabytes} MB.`,
    )
    return report.counts.size === 0 ? 0 : foundCode
  } finally {
    await storage.stop()
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

function readArguments(args: readonly string[]): { readonly expected: Checkpoint | undefined } | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { expect: { type: 'string' } } })
    if (values.expect === undefined) return { expected: undefined }
    const [, seq, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(values.expect) ?? []
    return seq === undefined || hash === undefined ? undefined : { expected: { seq: Number(seq), hash } }
  } catch {
    // Unknown option: the caller prints the usage.
    return undefined
  }
}

function fail(sentence: string): number {
  console.error(sentence)
  return failedCode
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (caught) {
  process.exitCode = fail(
    caught instanceof StartFailure
      ? caught.message
      : `Verification failed: ${caught instanceof Error ? caught.message : 'unknown error'}`,
  )
}
