// npm run crash -- --rounds 20 [--seed N]: crashes the real server under load, again and again, and counts.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runCrashes } from '#test/crash/crash-run.ts'
import { openOwnMachine } from '#test/crash/machines/own-machine.ts'
import { openSharedMachine } from '#test/crash/machines/shared-machine.ts'
import { createTally, wordsOfTally } from '#test/crash/tally.ts'

const usage = 'Usage: npm run crash -- [--rounds 1] [--seed N]'
const mostRounds = 10_000
const mostSeed = 1_000_000
/** In each way, in one round. */
const times = () => 2

const asked = readArguments(process.argv.slice(2))
process.exitCode = asked === undefined ? 1 : await crash(asked.rounds, asked.seed)

async function crash(rounds: number, seed: number): Promise<number> {
  const tally = createTally()
  const startedMs = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const roundSeed = seed + round
    console.log(`round ${round + 1} of ${rounds}, seed ${roundSeed}`)
    try {
      for (const open of [openOwnMachine, openSharedMachine]) {
        await runCrashes({ open, seed: roundSeed, times, tally, say: (line) => console.log(`  ${line}`) })
      }
    } catch (fault) {
      console.error(fault instanceof Error ? fault.message : fault)
      console.error(`To try it again: npm run crash -- --rounds 1 --seed ${roundSeed}`)
      return 1
    }
  }
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  console.log(`\n${rounds} rounds from seed ${seed} on, ${seconds} s, nothing lost and nothing done twice:`)
  console.log(wordsOfTally(tally))
  return 0
}

function readArguments(args: readonly string[]): { rounds: number; seed: number } | undefined {
  try {
    const options = { rounds: { type: 'string' }, seed: { type: 'string' } } as const
    const { values } = parseArgs({ args: [...args], options })
    const rounds = wholeNumber(values.rounds ?? '1', mostRounds)
    const seed = wholeNumber(values.seed ?? String(randomInt(1, mostSeed)), mostSeed)
    if (rounds !== undefined && seed !== undefined) return { rounds, seed }
  } catch {
    // An option that does not exist: the usage says which do.
  }
  console.error(usage)
  return undefined
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= most ? value : undefined
}
