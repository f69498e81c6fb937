// Measures response times of the ticket on a slow phone while all prices move, compared with constant prices.
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
const targetMs = 100
const buildDir = mkdtempSync(join(tmpdir(), 'openlot-bench-ticket-'))

try {
  await build(viteConfig('web', buildDir))
  process.exitCode = report(await measureBoth())
} finally {
  rmSync(buildDir, { recursive: true, force: true })
}

type Both = { readonly moving: Interactions; readonly still: Interactions }

async function measureBoth(): Promise<Both> {
  const server = await startWireServer({ '': buildDir }, createTrader('EURUSD', 1.0842))
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
  console.log(`\n${rounds} rounds of typing, stepping and switching at a quarter of the CPU`)
  // Other load on the machine lengthens the measured times.
  console.log(`machine load ${load.toFixed(1)} on ${availableParallelism()} processors\n`)
  console.log('| | moving prices | constant prices | ratio |')
  console.log('| --- | ---: | ---: | ---: |')
  const line = (what: string, amountOf: (figures: Interactions) => number) => {
    const [ours, theirs] = [amountOf(moving), amountOf(still)]
    console.log(`| ${[what, ours, theirs, theirs === 0 ? '–' : (ours / theirs).toFixed(2)].join(' | ')} |`)
  }
  for (const kind of kinds) {
    line(`${kind}: interactions of 16 ms or more`, ({ durationsMs }) => durationsMs[kind].length)
    line('… maximum, ms', ({ durationsMs }) => quantileFromTop(durationsMs[kind], 0))
    line('… 95th percentile, ms', ({ durationsMs }) => quantileFromTop(durationsMs[kind], 0.05))
    line('… median, ms', ({ durationsMs }) => quantileFromTop(durationsMs[kind], 0.5))
  }
  line('tasks over 50 ms', ({ longTasks }) => longTasks)
  const { opening, typing } = moving.durationsMs
  const isGood = Math.max(quantileFromTop(opening, 0), quantileFromTop(typing, 0)) < targetMs
  console.log(`\ntarget: every opening and key press under ${targetMs} ms: ${isGood ? 'yes' : 'NO'}`)
  return isGood ? 0 : 1
}

/** The duration exceeded by `share` of all durations, which are sorted longest first. */
function quantileFromTop(durationsMs: readonly number[], share: number): number {
  return durationsMs[Math.floor(durationsMs.length * share)] ?? 0
}
