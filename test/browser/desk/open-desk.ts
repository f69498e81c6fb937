// The built desk from the real server, on a desktop, with its calls answered by the test.
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { OperatorRole } from '#core/account/operator-role.ts'
import { type Check, type FakeDesk, fakeDesk } from '#test/browser/desk/fake-desk.ts'
import { watchPhones } from '#test/browser/watched-phones.ts'

export type DeskWishes = {
  /** Undefined for somebody who is not signed in. */
  readonly role?: OperatorRole | undefined
  readonly checks?: readonly Check[]
  /** Time stands still at noon of the day the examples are about, and goes on only by `page.clock.runFor`. */
  readonly stillClock?: boolean
  readonly options?: BrowserContextOptions
}

export type OpenDesk = {
  readonly page: Page
  readonly desk: FakeDesk
  /** A problem like this is the point of the test. */
  readonly expectProblem: (like: RegExp) => void
}

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  isMobile: false,
  timezoneId: 'Asia/Hong_Kong',
}

/** Call it once at the top of a test file. A test fails, whatever it asked, if a page had a problem meanwhile. */
export function takeDesks(): (path: string, wishes?: DeskWishes) => Promise<OpenDesk> {
  const phones = watchPhones()
  return async (path, { role, checks = [], stillClock = false, options = {} } = {}) => {
    const expected: RegExp[] = []
    const { page } = await phones.take({ ...desktop, ...options }, (problem) =>
      expected.some((like) => like.test(problem)),
    )
    if (stillClock) await page.clock.install({ time: new Date('2026-03-05T12:00:00Z') })
    const desk = await fakeDesk(page)
    desk.checks = checks
    if (role !== undefined) {
      desk.role = role
      await page.addInitScript(() => sessionStorage.setItem('openlot.desk_session', 'token-of-anna'))
    }
    await page.goto(path)
    await page.locator('h1').waitFor()
    if (stillClock) await page.clock.pauseAt(new Date('2026-03-05T12:00:10Z'))
    return { page, desk, expectProblem: (like) => expected.push(like) }
  }
}

/** The title is set a moment after what it is about is shown. */
export async function titleIs(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted) => document.title === wanted, title)
}

export const pathOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '')
