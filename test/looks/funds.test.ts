import { before } from 'node:test'
import type { Page } from 'playwright-core'
import { setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  bitcoin,
  conditions,
  deposit,
  euroBank,
  everyDeposit,
  everyWithdrawal,
  fundsCalls,
  ownBank,
  pageOf,
  paths,
  tron,
  withdrawal,
} from '#test/browser/funds/example-funds.ts'
import { type Appearance, testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText, usualTextSize } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpAccountPhones()

const wired = deposit(21, { type: 1, currency_code: 'EUR', protocol_code: '', number: '1500.00' })
const toBank = withdrawal(51, {
  ...{ type: 2, address: '', payee_account: ownBank.payee_account, status: 2, transaction: 'SEPA 4711' },
  draw_currency: { code: 'HKD', protocol: '' },
})
const calls: StubbedCalls = {
  ...fundsCalls(),
  [paths.deposits]: (request: { url: () => string }) =>
    pageOf(request.url().includes('type=1') ? [wired] : everyDeposit),
  [paths.withdrawals]: (request: { url: () => string }) =>
    pageOf(request.url().includes('type=2') ? [toBank] : everyWithdrawal),
}

let buffer: Buffer
before(async () => {
  buffer = await photo({ width: 320, height: 200 })
})

type Step = readonly [name: string, act: (page: Page) => Promise<void>]
type Visit = {
  readonly path: string
  /** Visible once the screen is complete. */
  readonly shown: string
  readonly changed?: StubbedCalls
  /** What is done there, one after the other, and checked after each. */
  readonly steps?: readonly Step[]
}

const submit = (page: Page) => page.locator('footer button[type=submit]').tap()

const errors: Step = [
  'errors',
  async (page) => {
    await submit(page)
    await page.locator('[aria-invalid=true]').first().waitFor()
  },
]

/** The second kind of the form: a wire, or a payout to a bank account. */
const bank = (shown: string): Step => [
  'bank',
  async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('main [role=radiogroup] label').nth(1).tap()
    await page.getByText(shown).first().waitFor()
  },
]

const earlier: Step = [
  'earlier',
  async (page) => {
    await page.locator('main form button[type=button]').first().click()
    await page.getByText(tron.address).waitFor()
  },
]

const confirmDeposit: Step = [
  'confirmation',
  async (page) => {
    await page.locator('input[name=amount]').fill('1234.567891')
    await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await page.locator('main img').waitFor()
    await page.locator('main [role=status] .text-good').waitFor()
    await submit(page)
    await page.getByRole('dialog').waitFor()
  },
]

const confirmWithdrawal: Step = [
  'confirmation',
  async (page) => {
    await page.locator('input[name=amount]').fill('1234.56')
    await page
      .locator('label')
      .filter({ has: page.locator('input[name=draw_method]') })
      .first()
      .tap()
    await page.locator('input[name=code]').fill('123456')
    await submit(page)
    await page.getByRole('dialog').waitFor()
  },
]

const question: Step = [
  'question',
  async (page) => {
    await page.locator('main li button').last().tap()
    await page.getByRole('alertdialog').waitFor()
  },
]

const visits: readonly Visit[] = [
  {
    path: '/mine/charge',
    shown: 'main img, main svg[role=img]',
    steps: [errors, confirmDeposit, bank(euroBank.payee_name)],
  },
  {
    path: '/mine/charge',
    shown: 'main form button[type=button]',
    changed: { [paths.info]: [bitcoin, { ...tron, is_off: 1 }] },
    steps: [earlier],
  },
  { path: '/mine/charge?show=records', shown: 'main ul li' },
  { path: '/mine/charge?show=records&type=1', shown: 'main ul li' },
  {
    path: '/mine/withdraw',
    shown: 'input[name=amount]',
    steps: [errors, confirmWithdrawal, bank(ownBank.payee_account)],
  },
  { path: '/mine/withdraw?show=records', shown: 'main ol' },
  { path: '/mine/withdraw?show=records&type=2', shown: 'main ol' },
  {
    path: '/mine/withdraw',
    shown: 'main a',
    changed: { [paths.conditions]: { ...conditions, needs_identity: 1 } },
  },
  { path: '/mine/wallet', shown: 'main ul li' },
  { path: '/mine/coin-address-list', shown: 'main ul li', steps: [question] },
  { path: '/mine/bank-card-list', shown: 'main ul li' },
  { path: '/mine/withdraw-way?type=1', shown: 'main textarea' },
  { path: '/mine/withdraw-way?type=2', shown: 'input[name=bank_name]', steps: [errors] },
]

/** Checks the screen as it is and, without a dialog, at 320 px with double text size. Leaves it as it was. */
async function check(page: Page, name: string, appearance: Appearance): Promise<void> {
  await assertAccessible(page, name)
  await savePicture(page, name, appearance)
  const size = page.viewportSize()
  if ((await page.locator('[role=dialog], [role=alertdialog]').count()) > 0) return
  await assertFitsLargeText(page, name)
  await usualTextSize(page)
  if (size !== null) await page.setViewportSize(size)
}

// One phone for all screens of an appearance: opening one takes longer than the checks.
testAppearances('the screens of funds', async (appearance) => {
  const { page, calls: answers } = await phones.open('/mine/wallet', calls, appearance)
  for (const { path, shown, changed = {}, steps = [] } of visits) {
    Object.assign(answers, calls, changed)
    await page.goto(path)
    await page.locator(shown).first().waitFor()
    const name = [path, ...Object.keys(changed)].join(' ')
    await check(page, name, appearance)
    for (const [step, act] of steps) {
      await act(page)
      await check(page, `${name} ${step}`, appearance)
    }
  }
})
