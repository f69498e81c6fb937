// The ticket on a slow phone while every price moves, beside the same ticket while none does.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { startWireServer } from '#bench/home/wire-server.ts'
import { type Interactions, interact, kinds } from '#bench/ticket/interact.ts'
import { createTrader } from '#bench/ticket/trader.ts'
import { openBrowser } from '#test/browser/phone.ts'
import { viteConfig } from '#tools/vite-config.ts'

const rounds = Number(process.argv[2] ?? 4)
const mostMs = 100
const place = mkdtempSync(join(tmpdir(), 'openlot-bench-ticket-'))

try {
  await build(viteConfig('web', place))
  process.exitCode = report(await measureBoth())
} finally {
  rmSync(place, { recursive: true, force: true })
}

type Both = { readonly moving: Interactions; readonly still: Interactions }

async function measureBoth(): Promise<Both> {
  const server = await startWireServer({ '': place }, createTrader('EURUSD', 1.0842))
  const browser = await openBrowser()
  try {
    const moving = await interact(browser, server.address, rounds)
    server.move(false)
    const still = await interact(browser, server.address, rounds)
    return { moving, still }
  } finally {
    await browser.close()
    await server.stop()
  }
}

function report({ moving, still }: Both): number {
  const [load = 0] = loadavg()
  console.log(`\n${rounds} rounds of typing, stepping and switching at a quarter of the processor`)
  // Whoever shares the processors makes everything longer than it is.
  console.log(`load of the machine ${load.toFixed(1)} on ${availableParallelism()} processors\n`)
  console.log('| | prices move | prices stand | ratio |')
  console.log('| --- | ---: | ---: | ---: |')
  const line = (what: string, amountOf: (figures: Interactions) => number) => {
    const [ours, theirs] = [amountOf(moving), amountOf(still)]
    console.log(`| ${[what, ours, theirs, theirs === 0 ? '–' : (ours / theirs).toFixed(2)].join(' | ')} |`)
  }
  for (const kind of kinds) {
    line(`${kind}: how many took 16 ms or more`, ({ durationsMs }) => durationsMs[kind].length)
    line('… the longest, ms', ({ durationsMs }) => slowest(durationsMs[kind], 0))
    line('… at the 95th percentile, ms', ({ durationsMs }) => slowest(durationsMs[kind], 0.05))
    line('… the median, ms', ({ durationsMs }) => slowest(durationsMs[kind], 0.5))
  }
  line('tasks over 50 ms', ({ longTasks }) => longTasks)
  const { opening, typing } = moving.durationsMs
  const isGood = Math.max(slowest(opening, 0), slowest(typing, 0)) < mostMs
  console.log(`\nwanted: opening and typing under ${mostMs} ms, each time: ${isGood ? 'yes' : 'NO'}`)
  return isGood ? 0 : 1
}

/** The one that this share of all is slower than. */
function slowest(durationsMs: readonly number[], share: number): number {
  return durationsMs[Math.floor(durationsMs.length * share)] ?? 0
}
