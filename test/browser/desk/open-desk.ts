// The built operator console on a desktop viewport. The test answers its calls.
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { DeskEvent } from '#contract/desk/calendar.ts'
import type { DeskCompany } from '#contract/desk/companies.ts'
import type { ComplaintDetailsAnswer } from '#contract/desk/complaints.ts'
import type { OperatorRole } from '#core/user/operator-role.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { ExampleFreeze, ExampleProposal } from '#test/browser/desk/example-desk.ts'
import type { FakeContent } from '#test/browser/desk/fake-content.ts'
import { type Check, type FakeDesk, fakeDesk } from '#test/browser/desk/fake-desk.ts'
import type { FakeFunds } from '#test/browser/desk/fake-funds.ts'
import type { FakeSupport } from '#test/browser/desk/fake-support.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import { deskEn } from '#test/browser/words.ts'

export type DeskOptions = {
  /** Undefined while signed out. */
  readonly role?: OperatorRole | undefined
  readonly checks?: readonly Check[]
  readonly freezes?: readonly ExampleFreeze[]
  readonly proposals?: readonly ExampleProposal[]
  readonly isTwoPersonWaived?: boolean
  readonly funds?: Partial<FakeFunds>
  readonly content?: Partial<FakeContent>
  readonly support?: Partial<FakeSupport>
  readonly complaints?: readonly ComplaintDetailsAnswer[]
  readonly events?: readonly DeskEvent[]
  readonly companies?: readonly DeskCompany[]
  readonly rewrite?: FakeDesk['rewrite']
  /** Stops the clock at noon of the day of the example data; `page.clock.runFor` advances it. */
  readonly stillClock?: boolean
  readonly options?: BrowserContextOptions
}

export type OpenDesk = {
  readonly page: Page
  readonly desk: FakeDesk
  /** Allows a problem in the browser log that matches. */
  readonly expectProblem: (like: RegExp) => void
}

const desktop: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  isMobile: false,
  timezoneId: 'Asia/Hong_Kong',
}

/** Call once at the top of a test file. A test fails if a page reported an unexpected problem. */
export function setUpDesks(): (path: string, phoneOptions?: DeskOptions) => Promise<OpenDesk> {
  const phones = setUpStubbedPhones()
  return async (path, deskOptions = {}) => {
    const {
      role,
      checks = [],
      freezes = [],
      proposals = [],
      funds = {},
      content = {},
      stillClock = false,
      options = {},
    } = deskOptions
    const expected: RegExp[] = []
    const { page } = await phones.create({ ...desktop, ...options }, (problem) =>
      expected.some((like) => like.test(problem)),
    )
    if (stillClock) await page.clock.install({ time: new Date('2026-03-05T12:00:00Z') })
    const desk = await fakeDesk(page)
    desk.checks = checks
    desk.freezes = freezes
    desk.proposals = proposals
    desk.complaints = deskOptions.complaints ?? []
    desk.events = deskOptions.events ?? []
    desk.companies = deskOptions.companies ?? []
    desk.isTwoPersonWaived = deskOptions.isTwoPersonWaived ?? false
    if (deskOptions.rewrite !== undefined) desk.rewrite = deskOptions.rewrite
    Object.assign(desk.funds, funds)
    Object.assign(desk.content, content)
    Object.assign(desk.support, deskOptions.support)
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

/** The document title of a screen. */
export function pageTitle(key: DeskKey): string {
  return deskEn('desk.page_title', { title: deskEn(key), desk: deskEn('desk.name') })
}

/** Waits for the title, which changes shortly after the content. */
export async function titleIs(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted) => document.title === wanted, title)
}

export const pathOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '')
