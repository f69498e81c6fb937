// The page of every component, /ui, on a phone: one Vite and one Chromium for a test file.
import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { after, afterEach, before, beforeEach } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { openBrowser, type Phone, takePhone } from '#test/browser/phone.ts'
import { viteConfig } from '#tools/vite-config.ts'

export type ShowcasePage = {
  /** The page of the test that runs: loaded anew for each, with nothing open on it. */
  readonly page: Page
}

export type ShowcaseWishes = {
  /** Time stands still, and goes on only by `page.clock.runFor`. */
  readonly stillClock?: boolean
  /** Another page than /ui, by its path. */
  readonly path?: string
}

/** Call it once at the top of a test file. A test fails, whatever it asked, if the page had a problem meanwhile. */
export function useShowcase({ stillClock = false, path = '/ui' }: ShowcaseWishes = {}): ShowcasePage {
  let vite: ViteDevServer | undefined
  let browser: Browser | undefined
  let phone: Phone | undefined
  before(async () => {
    vite = await startVite()
    browser = await openBrowser()
    phone = await takePhone(browser, { baseURL: vite.resolvedUrls?.local[0] ?? '' })
    if (stillClock) await phone.page.clock.install({ time: 0 })
  })
  beforeEach(async () => {
    const { page } = taken(phone)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await page.goto(path)
    await page.locator('main:visible').waitFor()
    if (stillClock) await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  })
  afterEach(() => assert.deepEqual(taken(phone).problems, []))
  after(async () => {
    await browser?.close()
    await vite?.close()
  })
  return {
    get page() {
      return taken(phone).page
    },
  }
}

/** Nothing is edited during a test, so nothing is watched, and the phone asks for each file once. */
async function startVite(): Promise<ViteDevServer> {
  const vite = await createServer({
    ...viteConfig('web'),
    cacheDir: resolve('node_modules/.cache/vite-for-tests'),
    server: {
      host: '127.0.0.1',
      port: 0,
      hmr: false,
      watch: null,
      headers: { 'cache-control': 'max-age=3600' },
    },
  })
  return await vite.listen()
}

function taken(phone: Phone | undefined): Phone {
  if (phone === undefined) throw new Error('the phone is there only while a test runs')
  return phone
}

export type Look = { readonly theme: 'light' | 'dark'; readonly direction: 'ltr' | 'rtl' }

export const looks: readonly Look[] = [
  { theme: 'light', direction: 'ltr' },
  { theme: 'light', direction: 'rtl' },
  { theme: 'dark', direction: 'ltr' },
  { theme: 'dark', direction: 'rtl' },
]

/** Through the page's own switches, which write on the html element as the app does. */
export async function wear(page: Page, { theme, direction }: Look): Promise<void> {
  await page.getByText(theme === 'light' ? 'Light' : 'Dark', { exact: true }).tap()
  await page.getByText(direction.toUpperCase(), { exact: true }).tap()
  await page.locator(`html[data-theme=${theme}][dir=${direction}]`).waitFor()
}
