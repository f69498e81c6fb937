// Measures long tasks, frame rate and memory of a page that receives pushes, at a quarter of this machine's CPU speed.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { createPhone } from '#test/browser/phone.ts'

export type Figures = {
  readonly longTasks: number
  readonly longestTaskMs: number
  readonly framesPerSecond: number
  /** Share of time in which the main thread was busy. */
  readonly busy: number
  readonly heapGrowthKb: number
}

const slowdown = 4
/** Time for one-time work before the measurement: parsing, first paint, images. */
const settleMs = 10_000

export async function measure(browser: Browser, url: string, forMs: number): Promise<Figures> {
  const phone = await createPhone(browser)
  try {
    const session = await phone.page.context().newCDPSession(phone.page)
    await session.send('Performance.enable')
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await phone.page.goto(url)
    await phone.page.locator('main li').first().waitFor()
    await phone.page.waitForTimeout(settleMs)
    return await observe(phone.page, session, forMs)
  } finally {
    await phone.close()
  }
}

async function observe(page: Page, session: CDPSession, forMs: number): Promise<Figures> {
  const before = await metrics(session)
  const observed = await page.evaluate(observeInPage, forMs)
  const after = await metrics(session)
  const elapsed = after.timestamp - before.timestamp
  return {
    longTasks: observed.tasks.length,
    longestTaskMs: Math.max(0, ...observed.tasks),
    framesPerSecond: (observed.frames * 1000) / observed.elapsedMs,
    busy: (after.taskSeconds - before.taskSeconds) / elapsed,
    heapGrowthKb: (after.heapBytes - before.heapBytes) / 1024,
  }
}

/** Runs in the page. The browser reports tasks over 50 ms as long tasks. */
async function observeInPage(forMs: number) {
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let frames = 0
  const startedAt = performance.now()
  await new Promise<void>((done) => {
    const frame = (at: number) => {
      frames += 1
      if (at - startedAt < forMs) requestAnimationFrame(frame)
      else done()
    }
    requestAnimationFrame(frame)
  })
  observer.disconnect()
  return { tasks, frames, elapsedMs: performance.now() - startedAt }
}

/** Collects garbage first, so that only retained memory counts. */
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
