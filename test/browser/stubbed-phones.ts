// Phones for test files that stub every call. The server only serves the pages.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'
import { type ServedApp, servePages } from '#test/browser/served-app.ts'

export type StubbedPhones = {
  readonly address: () => string
  /** `isExpected` allows problems that the test causes on purpose. */
  readonly create: (
    options: BrowserContextOptions,
    isExpected?: (problem: string) => boolean,
  ) => Promise<Phone>
}

/** Call once at the top of a test file. A test fails if a page reported an unexpected problem. */
export function setUpStubbedPhones(): StubbedPhones {
  let app: Pick<ServedApp, 'address' | 'stop'> | undefined
  let browser: Browser | undefined
  let taken: { readonly phone: Phone; readonly isExpected: (problem: string) => boolean }[] = []
  before(async () => {
    app = await servePages()
    browser = await openBrowser()
  })
  afterEach(async () => {
    const surprises = taken.flatMap(({ phone, isExpected }) =>
      phone.problems.filter((problem) => !isExpected(problem)),
    )
    for (const { phone } of taken) await phone.close()
    taken = []
    assert.deepEqual(surprises, [])
  })
  after(async () => {
    await browser?.close()
    await app?.stop()
  })
  return {
    address: () => app?.address ?? '',
    async create(options, isExpected = () => false) {
      if (browser === undefined || app === undefined) throw new Error('phones exist only during tests')
      const phone = await createPhone(browser, { baseURL: app.address, reducedMotion: 'reduce', ...options })
      await phone.page.context().addInitScript(extendDeadlines)
      taken.push({ phone, isExpected })
      return phone
    },
  }
}

declare global {
  interface Window {
    longTimers?: Map<number, { readonly delayMs: number; readonly run: () => void }>
  }
}

/**
 * Makes timers of 5 s and more run ten times as long. The app uses them to give up on an answer or a connection, and on
 * a slow machine the answer of a test may need that long. A test of such a deadline installs Playwright's clock, and one
 * of a poll calls `endLongTimers`.
 */
function extendDeadlines(): void {
  const startTimer = window.setTimeout
  const stopTimer = window.clearTimeout
  const longTimers: NonNullable<Window['longTimers']> = new Map()
  window.longTimers = longTimers
  window.setTimeout = ((run: TimerHandler, delayMs = 0, ...args: unknown[]) => {
    if (delayMs < 5_000 || typeof run === 'string') return startTimer(run, delayMs, ...args)
    const end = () => {
      stopTimer(id)
      if (longTimers.delete(id)) run(...args)
    }
    const id = startTimer(end, delayMs * 10)
    longTimers.set(id, { delayMs, run: end })
    return id
  }) as typeof window.setTimeout
  window.clearTimeout = (id) => {
    stopTimer(id)
    longTimers.delete(Number(id))
  }
}

/** Ends the timers of this duration, 5 s or more, as if it had passed. Waits until there is one. */
export async function endLongTimers(page: Page, delayMs: number): Promise<void> {
  await page.waitForFunction((wantedMs) => {
    const due = [...(window.longTimers?.values() ?? [])].filter((timer) => timer.delayMs === wantedMs)
    for (const { run } of due) run()
    return due.length > 0
  }, delayMs)
}
