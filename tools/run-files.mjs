// Runs test files in the order given, which `node --test` would sort. Prints dots, and writes the counts to a file:
// node run-files.mjs <file for the counts> <files at a time, or `one-process`> <test file>...
import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { run } from 'node:test'
import { dot } from 'node:test/reporters'
import countTests from './count-reporter.mjs'

const [counts = '', mode = '', ...files] = process.argv.slice(2)
const processes = mode === 'one-process' ? { isolation: 'none' } : { concurrency: Number(mode) }
const shown = new PassThrough({ objectMode: true })
shown.compose(dot).pipe(process.stdout)

const events = []
// The timeout ends hopeless tests only.
for await (const event of run({ files, timeout: 600_000, ...processes })) {
  events.push(event)
  shown.write(event)
  if (event.type === 'test:fail') process.exitCode = 1
}
shown.end()
for await (const text of countTests(events)) writeFileSync(counts, text)
