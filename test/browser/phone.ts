// A real Chromium with emulated phones.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { recordToasts } from '#test/browser/toasts.ts'
import { findChromium } from '#tools/find-chromium.ts'

const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Ends hopeless waits only: a machine shared with others may stop for half a minute. */
export const waitLimitMs = 120_000

export async function openBrowser(): Promise<Browser> {
  const { CHROME_PATH = '', ...libraries } = await findChromium()
  const env = { ...process.env, ...libraries } as Record<string, string>
  return await chromium.launch({ executablePath: CHROME_PATH, args: launchArgs, env })
}

export type Phone = {
  readonly page: Page
  /** Problems of any of its pages: console errors and warnings, uncaught errors, policy violations. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** A new phone in the app's design size. Its storage is empty, except that every announcement has been seen. */
export async function createPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en',
    ...options,
  })
  context.setDefaultTimeout(waitLimitMs)
  await recordToasts(context)
  // Tests of other things see no banner about the seeded announcement.
  await context.addInitScript((name) => {
    // An empty page has no storage.
    if (location.origin === 'null') return
    if (localStorage.getItem(name) === null) localStorage.setItem(name, '1000000')
  }, 'openlot.announcement_seen')
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  context.on('weberror', (problem) => problems.push(String(problem.error())))
  return {
    page: await context.newPage(),
    problems,
    async close() {
      // Requests that a test still holds may fail now; their answers do not matter.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}
