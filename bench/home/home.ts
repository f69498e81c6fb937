// Measures the home screen at 500 ticks a second on a slow phone. The baseline list sets its state on every tick.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { type Figures, measure } from '#bench/home/measure.ts'
import { startWireServer, ticksPerSecond } from '#bench/home/wire-server.ts'
import { openBrowser } from '#test/browser/phone.ts'
import { viteConfig } from '#tools/vite-config.ts'

const forMs = Number(process.argv[2] ?? 30) * 1000
const folder = mkdtempSync(join(tmpdir(), 'openlot-bench-home-'))
const apps = { '': join(folder, 'app'), naive: join(folder, 'naive') }

try {
  await build(viteConfig('web', apps['']))
  await build({ ...viteConfig('web', apps.naive), root: resolve('bench/home/naive'), base: '/naive/' })
  process.exitCode = report(await measureBoth())
} finally {
  rmSync(folder, { recursive: true, force: true })
}

type Both = { readonly ours: Figures; readonly naive: Figures; readonly ticks: number }

async function measureBoth(): Promise<Both> {
  const server = await startWireServer(apps)
  const browser = await openBrowser()
  try {
    const before = server.ticks()
    const startedAt = performance.now()
    const ours = await measure(browser, `${server.address}/`, forMs)
    const naive = await measure(browser, `${server.address}/naive/`, forMs)
    const seconds = (performance.now() - startedAt) / 1000
    return { ours, naive, ticks: (server.ticks() - before) / seconds }
  } finally {
    await browser.close()
    await server.stop()
  }
}

function report({ ours, naive, ticks }: Both): number {
  console.log(
    `\n${forMs / 1000} s each at a quarter of the CPU; ${Math.round(ticks)} of ${ticksPerSecond} ticks a second\n`,
  )
  const [load = 0] = loadavg()
  // Other load on the machine lengthens the measured tasks.
  console.log(`machine load ${load.toFixed(1)} on ${availableParallelism()} processors\n`)
  console.log('| | home | baseline | ratio |')
  console.log('| --- | ---: | ---: | ---: |')
  const line = (what: string, amountOf: (figures: Figures) => number, decimals = 0) => {
    const [our, their] = [amountOf(ours), amountOf(naive)]
    const ratio = their === 0 ? '–' : (our / their).toFixed(2)
    console.log(`| ${[what, our.toFixed(decimals), their.toFixed(decimals), ratio].join(' | ')} |`)
  }
  line('tasks over 50 ms', ({ longTasks }) => longTasks)
  line('longest of them, ms', ({ longestTaskMs }) => longestTaskMs)
  line('frames a second', ({ framesPerSecond }) => framesPerSecond, 1)
  line('main thread busy, %', ({ busy }) => busy * 100, 1)
  line('heap growth, KB', ({ heapGrowthKb }) => heapGrowthKb)
  const isGood = ours.longTasks === 0 && ours.framesPerSecond >= naive.framesPerSecond
  console.log(`\ntarget: no task over 50 ms and no fewer frames than the baseline: ${isGood ? 'yes' : 'NO'}`)
  return isGood ? 0 : 1
}
