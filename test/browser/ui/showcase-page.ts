// The component showcase, /ui, on a phone: one server and one Chromium per test file.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type DevPages, ownPath, serveDevPages, serveShowcase } from '#test/browser/dev-page.ts'
import { createPhone, openBrowser, type Phone } from '#test/browser/phone.ts'

export type ShowcasePage = {
  /** Reloaded for each test. Uses reduced motion, so that overlays open and close at once. */
  readonly page: Page
}

export type ShowcaseOptions = {
  /** Stops the clock; `page.clock.runFor` advances it. */
  readonly stillClock?: boolean
  /** Entry script of a custom page, instead of /ui. */
  readonly script?: string
}

/** Call once at the top of a test file. A test fails if the page reported a problem. */
export function setUpShowcase({ stillClock = false, script }: ShowcaseOptions = {}): ShowcasePage {
  let pages: DevPages | undefined
  let browser: Browser | undefined
  let phone: Phone | undefined
  let problemsBefore = 0
  before(async () => {
    pages = script === undefined ? await serveShowcase() : await serveDevPages({ script })
    browser = await openBrowser()
    phone = await createPhone(browser, { baseURL: pages.address })
    if (stillClock) await phone.page.clock.install({ time: 0 })
  })
  beforeEach(async () => {
    const { page, problems } = existingPhone(phone)
    problemsBefore = problems.length
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(script === undefined ? '/ui' : ownPath, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('main') !== null)
    if (stillClock) await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  })
  afterEach(() => assert.deepEqual(existingPhone(phone).problems.slice(problemsBefore), []))
  after(async () => {
    await browser?.close()
    await pages?.stop()
  })
  return {
    get page() {
      return existingPhone(phone).page
    },
  }
}

function existingPhone(phone: Phone | undefined): Phone {
  if (phone === undefined) throw new Error('the phone exists only while tests run')
  return phone
}

export type Appearance = { readonly theme: 'light' | 'dark'; readonly direction: 'ltr' | 'rtl' }

/** Sets the theme by media emulation and the direction by the switch of the page. */
export async function applyAppearance(page: Page, { theme, direction }: Appearance): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  const isApplied = await page.evaluate((wanted) => document.documentElement.dir === wanted, direction)
  if (!isApplied) await page.getByText(direction.toUpperCase(), { exact: true }).tap()
  await page.waitForFunction((wanted) => document.documentElement.dir === wanted, direction)
}
