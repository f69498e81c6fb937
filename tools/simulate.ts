// Runs random trading days through the engine and a reference model, and stops at the first difference:
//   npm run simulate -- --seeds 10000 [--from 1]     npm run simulate -- --seed 123
// With --sliced every slice evaluates one account.
import { parseArgs } from 'node:util'
import { createEventCounts } from '#test/trading-day/event-counts.ts'
import { oneAccountSlices, runTradingDay } from '#test/trading-day/trading-day.ts'

const usage =
  'Usage: npm run simulate -- --seeds <count> [--from <first seed>], or npm run simulate -- --seed <seed>; [--sliced]'
const maxSeeds = 1_000_000
const defaultSeeds = 200
const progressEvery = 100

type Range = { readonly from: number; readonly seeds: number; readonly isSliced: boolean }

const range = rangeOf(process.argv.slice(2))
if (range === undefined) {
  console.error(usage)
  process.exitCode = 1
} else {
  process.exitCode = await simulate(range)
}

async function simulate({ from, seeds, isSliced }: Range): Promise<number> {
  const counts = createEventCounts()
  const options = isSliced ? { sliceLimits: oneAccountSlices } : {}
  const startedMs = performance.now()
  const seconds = () => Math.round((performance.now() - startedMs) / 1000)
  for (let done = 0; done < seeds; done += 1) {
    try {
      counts.addAll(await runTradingDay({ seed: from + done, ...options }))
    } catch (fault) {
      console.error(fault instanceof Error ? fault.message : fault)
      return 1
    }
    if ((done + 1) % progressEvery === 0) console.log(`${done + 1} of ${seeds} days, ${seconds()} s`)
  }
  for (const [name, times] of [...counts.all()].sort()) console.log(`${String(times).padStart(9)}  ${name}`)
  console.log(`${seeds} days without a difference, from seed ${from}, in ${seconds()} s`)
  return 0
}

function rangeOf(args: readonly string[]): Range | undefined {
  const whole = { type: 'string' } as const
  try {
    const sliced = { type: 'boolean', default: false } as const
    const options = { seed: whole, seeds: whole, from: whole, sliced }
    const { values } = parseArgs({ args: [...args], options })
    const one = values.seed !== undefined
    const from = Number(values.seed ?? values.from ?? 1)
    const seeds = one ? 1 : Number(values.seeds ?? defaultSeeds)
    const isBounded = [from, seeds].every((count) => Number.isSafeInteger(count) && count >= 0)
    return isBounded && seeds >= 1 && seeds <= maxSeeds && from <= 2 ** 31
      ? { from, seeds, isSliced: values.sliced }
      : undefined
  } catch {
    // Unknown option.
    return undefined
  }
}
