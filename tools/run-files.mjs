// Runs test files in the order given, which `node --test` would sort. Prints dots, and writes the counts to a file:
// node run-files.mjs <file for the counts> <files at a time, or `one-process`> <test file>...
import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { run } from 'node:test'
import { dot } from 'node:test/reporters'
import countTests from './count-reporter.mjs'
import { readCpuTime, stolenShare } from './stolen-time.ts'

/**
 * Files that failed are repeated once if the host of this virtual machine took more than this share of its CPU time. A
 * machine that stands still for seconds breaks the time limits of the product. On any other machine nothing is repeated.
 */
const maxStolenShare = 0.1
const maxRepeatedFiles = 10

const [counts = '', mode = '', ...files] = process.argv.slice(2)
const processes = mode === 'one-process' ? { isolation: 'none' } : { concurrency: Number(mode) }

async function runFiles(chosen) {
  const shown = new PassThrough({ objectMode: true })
  shown.compose(dot).pipe(process.stdout)
  const events = []
  // The timeout ends hopeless tests only.
  for await (const event of run({ files: chosen, timeout: 600_000, ...processes })) {
    events.push(event)
    shown.write(event)
  }
  shown.end()
  const failed = new Set(events.filter(({ type }) => type === 'test:fail').map(({ data }) => data.file))
  return { events, failed }
}

const before = readCpuTime()
const first = await runFiles(files)
const share = stolenShare(before, readCpuTime())
let { events, failed } = first
const mayRepeat = mode !== 'one-process' && failed.size > 0 && failed.size <= maxRepeatedFiles
if (mayRepeat && share > maxStolenShare) {
  console.log(
    `\nthe host took ${Math.round(share * 100)} % of the CPU time: repeating ${[...failed].join(', ')}`,
  )
  const second = await runFiles([...failed])
  events = [...events.filter(({ data }) => !failed.has(data?.file)), ...second.events]
  failed = second.failed
}
if (failed.size > 0) process.exitCode = 1
for await (const text of countTests(events)) writeFileSync(counts, text)
