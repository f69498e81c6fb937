// npm run proof: writes a proof of one user's journal entries, or checks one without a database.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkProof, type JournalEntry, type JournalHead, type ProvenBatch } from '#server/engine/engine.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { createProof, type ProofRequest, parseHead, printable, readHead } from '#server/verify/verify.ts'
import { withExistingDatabase } from '#tools/tool-storage.ts'

const usage = `Usage: npm run proof -- --user <uid or id> [--from seq] [--to seq] [--links] [--out file]
   or: npm run proof -- --check file [--head seq:hash ...]
   or: npm run proof -- --print-head`
/** Exit codes for a proof that fails and for a command that was not possible. */
const foundCode = 1
const failedCode = 2
const maxFileBytes = 256 * 1024 * 1024

type Options =
  | { readonly kind: 'create'; readonly request: ProofRequest; readonly out: string }
  | { readonly kind: 'check'; readonly file: string; readonly heads: readonly JournalHead[] }
  | { readonly kind: 'print head' }

async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (options === undefined) return fail(usage)
  if (options.kind === 'print head') return await printHead()
  return options.kind === 'check'
    ? check(options.file, options.heads)
    : await create(options.request, options.out)
}

async function printHead(): Promise<number> {
  const head = await withExistingDatabase(readHead)
  if (head === undefined) return fail('The journal has no batch yet.')
  console.log(`${head.seq}:${head.hash}`)
  return 0
}

async function create(request: ProofRequest, out: string): Promise<number> {
  if (existsSync(out)) return fail(`${out} exists already.`)
  const result = await withExistingDatabase((pool) => createProof(pool, request))
  if (result.kind === 'failed') return fail(`No proof was written: ${result.why}.`)
  const { proof, skipped } = result
  writeFileSync(out, `${JSON.stringify(proof, undefined, 1)}\n`, { flag: 'wx', mode: 0o600 })
  console.log(`${out}: ${proof.batches.length} batches of user ${proof.userId}`)
  if (skipped > 0) console.log(`${skipped} batches of format 1 were skipped: no account can be shown alone.`)
  return 0
}

function check(file: string, heads: readonly JournalHead[]): number {
  if (!existsSync(file)) return fail(`${file} does not exist.`)
  if (statSync(file).size > maxFileBytes) return fail(`${file} is larger than any proof.`)
  const { problems, proof } = checkProof(readJson(file), heads)
  for (const problem of problems) console.log(`FOUND        ${problem}`)
  if (problems.length > 0) return foundCode
  const [first, ...others] = proof?.batches ?? []
  if (first === undefined) {
    // Nothing is wrong with such a file, but a script must not take it for a proof.
    console.log('The file contains no batches.')
    return foundCode
  }
  for (const batch of [first, ...others]) console.log(describeBatch(batch))
  console.log(`The file starts after version ${first.version - first.changes} of the account.`)
  console.log(`The entries follow from the hashes of their batches. ${heads.length} heads were compared.`)
  return 0
}

/** Undefined if the file is not JSON, which is then no proof. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function describeBatch({ seq, version, entries }: ProvenBatch): string {
  return `batch ${seq}, version ${version}: ${entries.map(describeEntry).join(', ')}`
}

function describeEntry(text: string): string {
  try {
    const { command, outcome, timeMs }: JournalEntry = JSON.parse(text)
    return `${printable(command.kind)} ${printable(outcome.kind)} at ${new Date(timeMs).toISOString()}`
  } catch {
    // Without a head, a made-up entry can have any fields.
    return 'unreadable entry'
  }
}

function readArguments(args: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        user: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        links: { type: 'boolean' },
        out: { type: 'string' },
        check: { type: 'string' },
        head: { type: 'string', multiple: true },
        'print-head': { type: 'boolean' },
      },
    })
    if (values['print-head']) return args.length === 1 ? { kind: 'print head' } : undefined
    if (values.check !== undefined) {
      const heads = (values.head ?? []).map(parseHead).filter((head) => head !== undefined)
      const isComplete = heads.length === (values.head ?? []).length && values.user === undefined
      return isComplete ? { kind: 'check', file: values.check, heads } : undefined
    }
    const { user, from, to } = values
    if (user === undefined || values.head !== undefined) return undefined
    const [fromSeq, toSeq] = [seqOf(from), seqOf(to)]
    if (fromSeq === 'invalid' || toSeq === 'invalid' || !/^\d{1,15}$/.test(user)) return undefined
    const request = { user, fromSeq, toSeq, hasLinks: values.links ?? false }
    return { kind: 'create', request, out: values.out ?? `proof-${user}.json` }
  } catch {
    // Unknown option: the caller prints the usage.
    return undefined
  }
}

function seqOf(text: string | undefined): number | undefined | 'invalid' {
  if (text === undefined) return undefined
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 'invalid'
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
      : `The proof failed: ${caught instanceof Error ? caught.message : 'unknown error'}`,
  )
}
