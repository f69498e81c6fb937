// npm run check-pack: checks an evidence pack by itself, against published heads, and against a database.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  checkPack,
  comparePack,
  type EvidencePack,
  maxPackBytes,
  type PublishedHead,
} from '#server/complaints/complaints.ts'
import { headsPath, isSignedBy, parseHeadLine, parsePublicKey, readHeadLines } from '#server/heads/heads.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Pool } from '#server/storage/storage.ts'
import { type JournalHead, parseHead, printable } from '#server/verify/verify.ts'
import { configOfEnvironment, withExistingDatabase } from '#tools/tool-storage.ts'

const usage = `Usage: npm run check-pack -- file [options]
  --sha256 text     SHA-256 of the file, as the app shows it
  --head seq:hash   a published head of the journal; may be repeated
  --heads file      recorded or posted heads, such as DATA_DIR/heads.jsonl; may be repeated
  --key text        public key of the installation: the heads of files must be signed with it
  --database        also compares the database of DATA_DIR or DATABASE_URL, and its recorded heads`
/** Exit codes: a problem, a check that was not possible, and records that nothing given confirms. */
const foundCode = 1
const failedCode = 2
const unconfirmedCode = 3

type Options = {
  readonly file: string
  readonly sha256: string | undefined
  readonly heads: readonly JournalHead[]
  readonly files: readonly string[]
  readonly key: string | undefined
  readonly usesDatabase: boolean
}

async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (options === undefined) return fail(usage)
  const missing = [options.file, ...options.files].find((file) => !existsSync(file))
  if (missing !== undefined) return fail(`${missing} does not exist.`)
  if (statSync(options.file).size > maxPackBytes) return fail(`${options.file} is larger than any pack.`)
  const { problems: inHeads, heads } = await readHeads(options)
  const isAsked = options.files.length > 0 || options.heads.length > 0
  if (isAsked && heads.length === 0) return fail('No usable head was given.')
  const checked = options.usesDatabase
    ? await withExistingDatabase((database) => check(options, heads, database))
    : await check(options, heads)
  return report(
    { ...checked, problems: [...inHeads, ...checked.problems] },
    heads.length > 0 || options.usesDatabase,
  )
}

async function check({ file, sha256 }: Options, heads: readonly PublishedHead[], database?: Pool) {
  const checked = await checkPack(readFileSync(file), { sha256, heads, database })
  const { pack } = checked
  if (pack === undefined || database === undefined) return checked
  const differences = await comparePack(database, pack, checked.sha256)
  return { ...checked, problems: [...checked.problems, ...differences] }
}

type Checked = Awaited<ReturnType<typeof checkPack>>

/** `isCompared`: with heads or with a database. */
function report({ problems, notes, unconfirmed, sha256, pack }: Checked, isCompared: boolean): number {
  for (const problem of problems) console.log(`FOUND        ${problem}`)
  for (const note of [...notes, ...unconfirmed]) console.log(`NOTE         ${note}`)
  console.log(`SHA-256      ${sha256}`)
  if (problems.length > 0 || pack === undefined) return foundCode
  for (const line of summaryOf(pack)) console.log(line)
  if (!isCompared)
    console.log('Nothing wrong was found, but only the agreement of the file with itself was checked.')
  else if (unconfirmed.length === 0) console.log('Nothing wrong was found.')
  else
    console.log(
      `Not confirmed: nothing wrong was found, but ${unconfirmed.length} of the records and transfers rest on nothing that was given.`,
    )
  return unconfirmed.length > 0 ? unconfirmedCode : 0
}

function summaryOf(pack: EvidencePack): readonly string[] {
  const { complaint, orders, deposits, withdrawals, ledger, proofs } = pack
  const batches = proofs.reduce((sum, { proof }) => sum + proof.batches.length, 0)
  const heads = proofs.flatMap(({ head }) => head ?? []).map(({ seq, hash }) => `${seq}:${hash}`)
  return [
    `complaint    ${printable(complaint.number)} of ${new Date(complaint.filedAtMs).toISOString()}`,
    `rows         ${orders.length} orders, ${deposits.length} deposits, ${withdrawals.length} withdrawals, ${ledger.length} transfers`,
    `proven by    ${batches} batches of the journal`,
    ...heads.map((head) => `head         ${head}`),
  ]
}

type ReadHeads = { readonly heads: readonly PublishedHead[]; readonly problems: readonly string[] }

async function readHeads({ heads, files, key, usesDatabase }: Options): Promise<ReadHeads> {
  const own = usesDatabase ? [headsPath(configOfEnvironment().dataDir)].filter(existsSync) : []
  const publicKey = key === undefined ? undefined : parsePublicKey(key)
  const found: PublishedHead[] = [...heads]
  let unsigned = 0
  for (const file of [...files, ...own])
    for await (const line of readHeadLines(file)) {
      const head = parseHeadLine(line)
      if (head === undefined) continue
      if (publicKey === undefined || isSignedBy(publicKey, head))
        found.push({ ...head.journal, differs: head.differs })
      else unsigned += 1
    }
  const problems = unsigned === 0 ? [] : [`${unsigned} heads are not signed with the given key.`]
  return { heads: found, problems }
}

function readArguments(args: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const
  const many = { type: 'string', multiple: true } as const
  const options = { sha256: text, head: many, heads: many, key: text, database: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const { sha256, head = [], heads: files = [], key, database: usesDatabase = false } = values
    const heads = head.map(parseHead).filter((one) => one !== undefined)
    const [file, ...more] = positionals
    const isValid =
      heads.length === head.length &&
      more.length === 0 &&
      (sha256 === undefined || /^[0-9a-f]{64}$/.test(sha256)) &&
      (key === undefined || parsePublicKey(key) !== undefined)
    return file === undefined || !isValid ? undefined : { file, sha256, heads, files, key, usesDatabase }
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
      : `The check failed: ${caught instanceof Error ? caught.message : 'unknown error'}`,
  )
}
