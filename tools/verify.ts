// npm run verify: replays the journal and compares the tables. The server may be running.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '#server/bootstrap/config.ts'
import { findSecretKey } from '#server/bootstrap/secret-key.ts'
import { followServerClock } from '#server/bootstrap/start-clock.ts'
import { createHeadSigner, headsPath, parsePublicKey } from '#server/heads/heads.ts'
import { createSteadyClock, systemClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Pool } from '#server/storage/storage.ts'
import {
  type Checkpoint,
  CheckpointUnreadable,
  type JournalHead,
  type Progress,
  parseHead,
  type RecordedHeads,
  readCheckpoint,
  summaryOf,
  verify,
  writeCheckpoint,
} from '#server/verify/verify.ts'
import { configOfEnvironment, withExistingDatabase } from '#tools/tool-storage.ts'

const usage = `Usage: npm run verify [-- options]
  --expect seq:hash    the journal must contain this batch, as printed by an earlier summary
  --checkpoint file    writes a checkpoint if nothing is found
  --from file          starts at a checkpoint instead of the first batch
  --heads file         also compares these recorded heads; may be repeated
  --key text           public key of the signatures, if not that of this installation
  --print-key          prints the public key of this installation, nothing else`
/** Exit codes for a difference and for a verification that was not possible. */
const foundCode = 1
const failedCode = 2
const printEveryMs = 3000

async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (options === undefined) return fail(usage)
  if (options.printsKey) return printKey()
  const missing = options.heads.find((file) => !existsSync(file))
  if (missing !== undefined) return fail(`${missing} does not exist.`)
  return await withExistingDatabase((pool, config) => verifyDatabase(pool, config, options))
}

function printKey(): number {
  const key = publicKeyOf(configOfEnvironment())
  if (key === undefined) return fail('There is no secret key: set DATA_DIR or SECRET_KEY as the server does.')
  console.log(key)
  return 0
}

function publicKeyOf(config: Config): string | undefined {
  const secretKey = findSecretKey(config)
  return secretKey && createHeadSigner(secretKey).publicKey
}

/** The heads that the server has recorded, and the given files. */
function recordedHeads(config: Config, { heads, key }: Options): RecordedHeads {
  const own = headsPath(config.dataDir)
  const publicKey = key ?? publicKeyOf(config)
  return {
    files: [...(existsSync(own) ? [own] : []), ...heads],
    publicKey: publicKey === undefined ? undefined : parsePublicKey(publicKey),
  }
}

async function verifyDatabase(pool: Pool, config: Config, options: Options): Promise<number> {
  const written: string[] = []
  const report = await verify({
    pool,
    ...(await serverClock(pool, config)),
    expected: options.expected,
    from: await readStart(options.from),
    heads: recordedHeads(config, options),
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
async function serverClock(pool: Pool, config: Config) {
  const clock = createSteadyClock(systemClock)
  const parts = { system: systemClock, clock, pool, config, log: createLog('silent') }
  return { clock, recordedMs: await followServerClock(parts) }
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
  readonly heads: readonly string[]
  readonly key: string | undefined
  readonly printsKey: boolean
}

function readArguments(args: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const
  const heads = { type: 'string', multiple: true } as const
  const options = {
    expect: text,
    checkpoint: text,
    from: text,
    heads,
    key: text,
    'print-key': { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    const { expect, checkpoint, from, heads = [], key, 'print-key': printsKey = false } = values
    const expected = expect === undefined ? undefined : parseHead(expect)
    if (expect !== undefined && expected === undefined) return undefined
    if (key !== undefined && parsePublicKey(key) === undefined) return undefined
    return { expected, checkpoint, from, heads, key, printsKey }
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
