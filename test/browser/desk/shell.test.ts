import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { OperatorRole } from '#core/user/operator-role.ts'
import { exampleFreezes } from '#test/browser/desk/example-desk.ts'
import { ok } from '#test/browser/desk/fake-answers.ts'
import { exampleCheck } from '#test/browser/desk/fake-desk.ts'
import { pageTitle, pathOf, setUpDesks, titleIs } from '#test/browser/desk/open-desk.ts'
import { shownToasts } from '#test/browser/toasts.ts'
import { deskEn } from '#test/browser/words.ts'

const open = setUpDesks()

const checks = [exampleCheck(1, { same_document: 1, earlier: 2 }), exampleCheck(2)]
const sectionsOf = (page: Page) =>
  page.getByRole('navigation', { name: deskEn('nav.label') }).getByRole('link')

const funds = [
  deskEn('nav.deposits'),
  deskEn('nav.withdrawals'),
  deskEn('nav.approvals'),
  deskEn('nav.adjustment'),
  deskEn('nav.currencies'),
  deskEn('nav.reconciliation'),
]

const content = [
  deskEn('nav.news'),
  deskEn('nav.texts'),
  deskEn('nav.calendar'),
  deskEn('nav.pictures'),
  deskEn('nav.companies'),
]

describe('the side bar', () => {
  const seen: readonly (readonly [OperatorRole, readonly string[], string])[] = [
    [
      'owner',
      [
        deskEn('nav.identity'),
        ...funds,
        deskEn('nav.support'),
        deskEn('nav.freezes'),
        deskEn('nav.complaints'),
        ...content,
        deskEn('nav.operators'),
        deskEn('nav.audit'),
        deskEn('nav.settings'),
        deskEn('nav.account'),
      ],
      '/desk/identity',
    ],
    [
      'compliance',
      [deskEn('nav.identity'), deskEn('nav.freezes'), deskEn('nav.complaints'), deskEn('nav.account')],
      '/desk/identity',
    ],
    [
      'viewer',
      [
        deskEn('nav.identity'),
        ...funds.filter((name) => name !== deskEn('nav.adjustment')),
        deskEn('nav.freezes'),
        deskEn('nav.complaints'),
        ...content,
        deskEn('nav.audit'),
        deskEn('nav.settings'),
        deskEn('nav.account'),
      ],
      '/desk/identity',
    ],
    ['finance', [...funds, deskEn('nav.account')], '/desk/deposits'],
    [
      'support',
      [deskEn('nav.support'), deskEn('nav.freezes'), deskEn('nav.complaints'), deskEn('nav.account')],
      '/desk/support',
    ],
    ['content', [...content, deskEn('nav.account')], '/desk/news'],
  ]
  for (const [role, names, begins] of seen) {
    test(`shows the ${role} the permitted screens and opens the first`, async () => {
      const { page } = await open('/desk', { role })
      assert.deepEqual(await sectionsOf(page).allTextContents(), names)
      assert.equal(pathOf(page), begins)
    })
  }

  test('hides the queue length from roles without identity checks', async () => {
    const { page } = await open('/desk', { role: 'content', checks })
    await titleIs(page, pageTitle('articles.news'))
    await page.goto(page.url().replace(/news$/, 'operators'))
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
  })

  test('shows the operator, and signs out', async () => {
    const { page, desk } = await open('/desk/settings', { role: 'owner' })
    const side = page.getByRole('complementary')
    await side.getByText('anna@example.com').waitFor()
    await side.getByText(deskEn('role.owner'), { exact: true }).waitFor()
    await side.getByRole('button', { name: deskEn('nav.sign_out') }).click()
    await page.getByText(deskEn('sign_in.ended.left')).waitFor()
    assert.equal(pathOf(page), '/desk')
    assert.equal(desk.requestsTo('sign_out')[0]?.headers['authorization'], 'token-of-anna')
    assert.equal(await page.evaluate(() => sessionStorage.getItem('openlot.desk_session')), null)
  })

  test('changes language and theme, and stores both', async () => {
    const { page, desk } = await open('/desk/identity', { role: 'owner', checks })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByText('繁體中文').click()
    await page.getByRole('heading', { name: '實名審核' }).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hant-HK')
    await page.getByText('深色').click()
    await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light)
    await page.reload()
    await page.getByRole('heading', { name: '實名審核' }).waitFor()
    assert.notEqual(await ground(), light)
    assert.equal(desk.requestsTo('me').at(-1)?.headers['lang'], 'hk')
  })
})

describe('the session guard of the console', () => {
  test('locks after inactivity, and ends the session after more of it', async () => {
    const { page, desk } = await open('/desk/identity', { role: 'owner', checks, stillClock: true })
    await page.clock.runFor(10 * 60_000)
    await advanceUntil(page, deskEn('pulse.paused'))
    const asked = desk.requestsTo('me').length
    await page.clock.runFor(5 * 60_000)
    assert.equal(desk.requestsTo('me').length, asked)
    await page.mouse.move(300, 300)
    await page.getByText(deskEn('pulse.live')).waitFor()
    await page.clock.runFor(30 * 60_000)
    await page.getByText(deskEn('sign_in.ended.unattended')).waitFor()
    assert.equal(desk.requestsTo('sign_out').length, 1)
    assert.equal(await page.getByText('Person 1').count(), 0)
  })

  test('reports a lost connection and its return', async () => {
    const { page, desk } = await open('/desk/audit', { role: 'owner', stillClock: true })
    await page.getByText(deskEn('pulse.live')).waitFor()
    desk.answer('me', () => ({ code: 500, msg: 'f-1', data: null }))
    await advanceUntil(page, deskEn('pulse.lost'))
    assert.deepEqual(await shownToasts(page), [])
    desk.answer('me', undefined)
    await advanceUntil(page, deskEn('pulse.live'))
  })

  test('shows nothing before the server has confirmed the session', async () => {
    const { page, desk } = await open('/desk', { role: undefined })
    desk.answer('me', () => ({ code: 500, msg: 'f-1', data: null }))
    await page.evaluate(() => sessionStorage.setItem('openlot.desk_session', 'token-of-anna'))
    await page.reload()
    await page.getByText(deskEn('pulse.lost')).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    desk.answer('me', undefined)
    await page.getByRole('button', { name: deskEn('control.retry') }).click()
    await page.getByRole('heading', { name: deskEn('nav.identity') }).waitFor()
  })

  test('follows a role change on the server', async () => {
    const { page, desk } = await open('/desk/operators', { role: 'owner', stillClock: true })
    desk.role = 'content'
    await advanceUntil(page, deskEn('desk.not_found.title'))
    assert.deepEqual(await sectionsOf(page).allTextContents(), [...content, deskEn('nav.account')])
  })
})

/** Advances the page's clock in steps until the text appears, because answers arrive in real time. */
async function advanceUntil(page: Page, text: string): Promise<void> {
  const sign = page.getByText(text)
  for (let step = 0; step < 20 && !(await sign.isVisible()); step += 1) await page.clock.runFor(5_000)
  await sign.waitFor()
}

describe('every screen of the console', () => {
  test('is reachable through a menu on a phone', async () => {
    const { page } = await open('/desk/identity', {
      role: 'owner',
      checks,
      freezes: exampleFreezes,
      options: { viewport: { width: 390, height: 844 } },
    })
    await page.getByRole('button', { name: deskEn('nav.menu_waiting', { count: 4 }) }).click()
    const menu = page.getByRole('dialog', { name: deskEn('desk.name') })
    await menu.getByRole('link', { name: deskEn('nav.settings') }).click()
    await page.getByRole('heading', { name: deskEn('nav.settings') }).waitFor()
    await menu.waitFor({ state: 'detached' })
  })

  test('has a skip link, and moves the focus on navigation', async () => {
    const { page } = await open('/desk/identity', { role: 'owner', checks })
    await sectionsOf(page)
      .filter({ hasText: deskEn('nav.settings') })
      .click()
    await page.getByRole('heading', { name: deskEn('nav.settings') }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'content')
    await page.reload()
    await page.getByRole('heading', { name: deskEn('nav.settings') }).waitFor()
    await page.evaluate(() => document.body.focus())
    assert.equal(await page.getByRole('link', { name: deskEn('desk.skip') }).count(), 1)
  })

  test('that crashes shows an error, and the rest keeps working', async () => {
    const { page, desk, expectProblem } = await open('/desk/account', { role: 'owner' })
    // This answer violates the contract.
    desk.answer('settings', () => ok({ nonsense: true }))
    expectProblem(/map is not a function/)
    await page.getByRole('link', { name: deskEn('nav.settings') }).click()
    await page.getByText(deskEn('desk.failed.title')).waitFor()
    await page.getByRole('link', { name: deskEn('nav.audit') }).click()
    await page.getByRole('heading', { name: deskEn('nav.audit') }).waitFor()
  })
})
