// A real Chromium, and phones in it, for the tests of what people see.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '#tools/find-chromium.ts'

const quietly = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export async function openBrowser(): Promise<Browser> {
  const { CHROME_PATH = '', ...libraries } = await findChromium()
  const env = { ...process.env, ...libraries } as Record<string, string>
  return await chromium.launch({ executablePath: CHROME_PATH, args: quietly, env })
}

export type Phone = {
  readonly page: Page
  /** Everything that went wrong in any page of it: console errors and warnings, uncaught errors, broken policies. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** A new phone of the size the app is designed at, with nothing remembered. */
export async function takePhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en',
    ...options,
  })
  context.setDefaultTimeout(30_000)
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  context.on('weberror', (problem) => problems.push(String(problem.error())))
  return {
    page: await context.newPage(),
    problems,
    async close() {
      // Requests that a test holds back fail when the page closes. Their answers no longer matter.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    },
  }
}
