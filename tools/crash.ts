// Crashes the server under load repeatedly and prints what was checked:
//   npm run crash -- --rounds 20 [--seed N]
//   npm run crash -- --server 500 --database 100 --cuts 100 --take-overs 100 [--seed N]
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCrashes } from '#test/crash/crash-run.ts'
import { openEmbeddedMachine } from '#test/crash/machines/embedded-machine.ts'
import { killKinds, sharedKinds } from '#test/crash/machines/machine.ts'
import { openSharedMachine } from '#test/crash/machines/shared-machine.ts'
import { type Counts, countNames, planRounds, type Round } from '#test/crash/plan-rounds.ts'
import { createTally, formatTally } from '#test/crash/tally.ts'

const usage = `Usage: npm run crash -- [--rounds 1] [--seed N]
   or: npm run crash -- [--server 0] [--database 0] [--cuts 0] [--take-overs 0] [--seed N]`
const most = 10_000
const maxSeed = 1_000_000
/** Crashes of each kind in a round without explicit counts. */
const defaultTimes = 2
const machines = [
  { open: openEmbeddedMachine, kinds: killKinds },
  { open: openSharedMachine, kinds: sharedKinds },
]

const rounds = readArguments(process.argv.slice(2))
if (rounds === undefined) {
  console.error(usage)
  process.exitCode = 1
} else process.exitCode = await withCompileCache(() => crash(rounds))

async function crash(rounds: readonly Round[]): Promise<number> {
  const tally = createTally()
  const startedMs = performance.now()
  const seconds = () => Math.round((performance.now() - startedMs) / 1000)
  for (const [at, round] of rounds.entries()) {
    console.log(`round ${at + 1} of ${rounds.length}, seed ${round.seed}, after ${seconds()} s`)
    try {
      for (const { open, kinds } of machines) {
        if (kinds.every((kind) => round.times(kind) === 0)) continue
        await runCrashes({ ...round, open, tally, print: (line) => console.log(`  ${line}`) })
      }
    } catch (fault) {
      console.error(fault instanceof Error ? fault.message : fault)
      console.error(`To repeat it: npm run crash -- ${round.again}`)
      return 1
    }
  }
  const first = rounds[0]?.seed
  console.log(
    `\n${rounds.length} rounds from seed ${first} on, ${seconds()} s, nothing was lost or done twice:`,
  )
  console.log(formatTally(tally))
  return 0
}

/** Shares V8's compile cache between the servers, which makes each start a fifth faster. */
async function withCompileCache(run: () => Promise<number>): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'openlot-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = dir
  try {
    return await run()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Accepts either a number of rounds with all kinds of crashes, or a number of crashes of each kind. */
function readArguments(args: readonly string[]): readonly Round[] | undefined {
  const text = { type: 'string' } as const
  const counted = { server: text, database: text, cuts: text, 'take-overs': text } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { rounds: text, seed: text, ...counted } })
    const seed = wholeNumber(values.seed ?? String(randomInt(1, maxSeed)), 1, maxSeed)
    const rounds = wholeNumber(values.rounds ?? '1', 1, most)
    if (seed === undefined || rounds === undefined) return undefined
    if (countNames.every((name) => values[name] === undefined)) return defaultRounds(rounds, seed)
    return values.rounds === undefined ? explicitRounds(values, seed) : undefined
  } catch {
    // Unknown option.
    return undefined
  }
}

function explicitRounds(
  values: { readonly [Name in keyof Counts]?: string | undefined },
  seed: number,
): readonly Round[] | undefined {
  const counts = countNames.map((name) => [name, wholeNumber(values[name] ?? '0', 0, most)] as const)
  if (counts.some(([, count]) => count === undefined)) return undefined
  const rounds = planRounds(Object.fromEntries(counts) as Counts, seed)
  return rounds.length === 0 ? undefined : rounds
}

function defaultRounds(rounds: number, from: number): readonly Round[] {
  return Array.from({ length: rounds }, (_, at) => {
    const seed = from + at
    return { seed, times: () => defaultTimes, again: `--rounds 1 --seed ${seed}` }
  })
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : -1
  return value >= least && value <= most ? value : undefined
}
