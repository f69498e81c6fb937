// How a page copes with what it is told: long tasks, frames and memory, on a phone with a quarter of this processor.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { takePhone } from '#test/browser/phone.ts'

export type Figures = {
  readonly longTasks: number
  readonly longestTaskMs: number
  readonly framesPerSecond: number
  /** Share of the time in which the main thread was busy. */
  readonly busy: number
  readonly heapGrowthKb: number
}

const slowdown = 4
/** For everything that happens once: parsing, the first paint, the pictures. */
const settleMs = 10_000

export async function measure(browser: Browser, url: string, forMs: number): Promise<Figures> {
  const phone = await takePhone(browser)
  try {
    const session = await phone.page.context().newCDPSession(phone.page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await phone.page.goto(url)
    await phone.page.locator('main li').first().waitFor()
    await phone.page.waitForTimeout(settleMs)
    return await watch(phone.page, session, forMs)
  } finally {
    await phone.close()
  }
}

async function watch(page: Page, session: CDPSession, forMs: number): Promise<Figures> {
  const before = await metrics(session)
  const seen = await page.evaluate(watchInPage, forMs)
  const after = await metrics(session)
  const elapsed = after.timestamp - before.timestamp
  return {
    longTasks: seen.tasks.length,
    longestTaskMs: Math.max(0, ...seen.tasks),
    framesPerSecond: (seen.frames * 1000) / seen.elapsedMs,
    busy: (after.taskSeconds - before.taskSeconds) / elapsed,
    heapGrowthKb: (after.heapBytes - before.heapBytes) / 1024,
  }
}

/** Runs in the page. A task counts as long above 50 ms, by the browser's own reckoning. */
async function watchInPage(forMs: number) {
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let frames = 0
  const startedAt = performance.now()
  await new Promise<void>((over) => {
    const frame = (at: number) => {
      frames += 1
      if (at - startedAt < forMs) requestAnimationFrame(frame)
      else over()
    }
    requestAnimationFrame(frame)
  })
  observer.disconnect()
  return { tasks, frames, elapsedMs: performance.now() - startedAt }
}

/** After a collection, so that what is counted is what is kept. */
async function metrics(session: CDPSession) {
  await session.send('HeapProfiler.collectGarbage')
  const answer = await session.send('Performance.getMetrics')
  const amountOf = (name: string) => answer.metrics.find((metric) => metric.name === name)?.value ?? 0
  return {
    timestamp: amountOf('Timestamp'),
    taskSeconds: amountOf('TaskDuration'),
    heapBytes: amountOf('JSHeapUsedSize'),
  }
}
