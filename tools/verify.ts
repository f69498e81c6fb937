// npm run verify [-- --expect seq:hash]: decides the whole journal again and compares everything with it, while the server runs.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseConfig } from '#server/bootstrap/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { clusterPath } from '#server/storage/embedded/cluster.ts'
import { openStorageForTool } from '#server/storage/storage.ts'
import { type Mark, type Progress, summaryOf, verify } from '#server/verify/verify.ts'

const usage =
  'Usage: npm run verify, or npm run verify -- --expect seq:hash, with what an earlier summary noted'
/** There was something to be found, or it could not be looked for. */
const foundCode = 1
const failedCode = 2
const toldEveryMs = 3000

async function run(args: readonly string[]): Promise<number> {
  const asked = readArguments(args)
  if (asked === undefined) return fail(usage)
  const parsed = parseConfig(process.env)
  if (!parsed.ok) return fail(parsed.problems.join('\n'))
  const { databaseUrl, dataDir } = parsed.config
  // One would be made, and nothing would be wrong with it.
  if (databaseUrl === undefined && !existsSync(clusterPath(dataDir)))
    return fail(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as the server does.`)
  const log = createLog('error', process.stderr)
  const storage = await openStorageForTool({ ...parsed.config, log, clock: systemClock })
  try {
    const parts = {
      pool: storage.pool,
      clock: systemClock,
      expected: asked.expected,
      onProgress: progressTeller(),
    }
    const report = await verify(parts)
    for (const line of summaryOf(report)) console.log(line)
    const commands = report.tally.how.decided + report.tally.how.reapplied
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

/** Only for whoever looks: a file has no use for it. */
function progressTeller(): (progress: Progress) => void {
  let toldMs = systemClock.elapsed()
  return ({ seq, lastSeq, commands }) => {
    if (!process.stderr.isTTY || systemClock.elapsed() - toldMs < toldEveryMs) return
    toldMs = systemClock.elapsed()
    console.error(`batch ${seq} of ${lastSeq}, ${commands} commands`)
  }
}

function readArguments(args: readonly string[]): { readonly expected: Mark | undefined } | undefined {
  try {
    const { values } = parseArgs({ args: [...args], options: { expect: { type: 'string' } } })
    if (values.expect === undefined) return { expected: undefined }
    const [, seq, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(values.expect) ?? []
    return seq === undefined || hash === undefined ? undefined : { expected: { seq: Number(seq), hash } }
  } catch {
    // An option that does not exist: the usage says which do.
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
      : `It could not be finished: ${caught instanceof Error ? caught.message : 'for reasons unknown'}`,
  )
}
