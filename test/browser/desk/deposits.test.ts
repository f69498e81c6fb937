import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { exampleDeposit, exampleProposal } from '#test/browser/desk/example-funds.ts'
import { no, ok } from '#test/browser/desk/fake-answers.ts'
import { pathOf, setUpDesks } from '#test/browser/desk/open-desk.ts'
import { pressInOverlay } from '#test/browser/overlay-keys.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { deskEn, serverEn } from '#test/browser/words.ts'

const open = setUpDesks()

const rows = (page: Page) => page.locator('tbody tr')
const voucher = (page: Page) => page.getByRole('img', { name: deskEn('voucher.name') }).waitFor()
const heading = (page: Page, id: number) =>
  page.getByRole('heading', { name: deskEn('deposit.title', { id }) })
const button = (page: Page, key: 'deposit.finish' | 'deposit.reject' | 'deposit.invalid') =>
  page.getByRole('button', { name: deskEn(key), exact: true })
const decisions = 'funds/deposit_decide'

async function openDeposit(...deposits: Parameters<typeof twoDeposits>) {
  const funds = { deposits: twoDeposits(...deposits) }
  const opened = await open('/desk/deposits/1', { role: 'finance', funds })
  await voucher(opened.page)
  return opened
}

function twoDeposits(
  change: Parameters<typeof exampleDeposit>[1] = {},
  more: readonly ReturnType<typeof exampleDeposit>[] = [exampleDeposit(2)],
) {
  return [exampleDeposit(1, change), ...more]
}

describe('the deposit queue', () => {
  test('is the first screen of finance, with amounts, credit, age and count', async () => {
    const wire = exampleDeposit(2, { kind: 'bank', currency: 'EUR', protocol: '' })
    const { page } = await open('/desk', {
      role: 'finance',
      funds: { deposits: [exampleDeposit(1), wire] },
      stillClock: true,
    })
    assert.equal(pathOf(page), '/desk/deposits')
    await rows(page).nth(1).waitFor()
    const cells = await rows(page).first().locator('td').allTextContents()
    assert.deepEqual(cells, [
      deskEn('deposit.title', { id: 1 }),
      '30481277',
      deskEn('deposit.kind.coin', { protocol: 'TRC20' }),
      '1\u202f500.5\u202fUSDT',
      '1\u202f498.9995\u202fUSD',
      deskEn('span.hours', { count: 4 }),
    ])
    await rows(page).nth(1).getByText(deskEn('deposit.kind.wire')).waitFor()
    await page.getByRole('tab', { name: /Waiting\s*2/ }).waitFor()
    await page
      .getByRole('link', { name: `${deskEn('nav.deposits')} ${deskEn('nav.waiting', { count: 2 })}` })
      .waitFor()
  })

  test('lists decided deposits under their tabs, and opens them without actions', async () => {
    const decided = { decided_at: '2026-03-05T09:00:00.000Z', decided_by: 'ben@example.com' }
    const rejected = exampleDeposit(7, { ...decided, state: 'rejected', remark: '900 USDT arrived.' })
    const { page, desk } = await open('/desk/deposits', { role: 'owner', funds: { deposits: [rejected] } })
    await page.getByText(deskEn('deposits.empty.waiting')).waitFor()
    for (const state of ['credited', 'invalid'] as const) {
      await page.getByRole('tab', { name: deskEn(`deposit.state.${state}`) }).click()
      await page.getByText(deskEn(`deposits.empty.${state}`)).waitFor()
      assert.equal(desk.requestsTo('funds/deposits').at(-1)?.input['state'], state)
    }
    await page.getByRole('tab', { name: deskEn('deposit.state.rejected') }).click()
    await rows(page).first().getByText('Mar 5, 2026, 17:00').click()
    await page.getByText('900 USDT arrived.').waitFor()
    await page.getByText('ben@example.com').waitFor()
    assert.equal(await button(page, 'deposit.finish').count(), 0)
  })

  test('shows new deposits when the polled number changes', async () => {
    const { page, desk } = await open('/desk/deposits', {
      role: 'finance',
      funds: { deposits: [exampleDeposit(1)] },
    })
    await rows(page).first().waitFor()
    desk.funds.deposits = twoDeposits()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await rows(page).nth(1).waitFor()
  })

  test('pages, and falls back to the last page', async () => {
    const deposits = Array.from({ length: 21 }, (_, at) => exampleDeposit(at + 1))
    const { page } = await open('/desk/deposits?page=9', { role: 'finance', funds: { deposits } })
    await page.getByRole('link', { name: deskEn('deposit.title', { id: 21 }) }).waitFor()
    assert.equal(pathOf(page), '/desk/deposits?page=2')
  })

  test('shows viewers the list without vouchers or actions', async () => {
    const { page, desk } = await open('/desk/deposits', {
      role: 'viewer',
      funds: { deposits: [exampleDeposit(1)] },
    })
    await page.getByText(deskEn('deposits.viewer')).waitFor()
    await rows(page).first().click()
    assert.equal(pathOf(page), '/desk/deposits')
    assert.equal(await page.getByRole('link', { name: deskEn('deposits.start') }).count(), 0)
    await page.goto(page.url().replace(/deposits$/, 'deposits/1'))
    await page.getByText(deskEn('desk.not_found.title')).waitFor()
    assert.equal(desk.requestsTo('funds/deposit').length, 0)
  })

  test('reports a failed load, and retries', async () => {
    const { page, desk } = await open('/desk/account', { role: 'finance' })
    desk.answer('funds/deposits', () => ({ code: 500, msg: 'Please quote f-1.', data: null }))
    await page.getByRole('link', { name: deskEn('nav.deposits') }).click()
    await page.getByText('Please quote f-1.').waitFor()
    desk.answer('funds/deposits', undefined)
    await page.getByRole('button', { name: deskEn('control.retry') }).click()
    await page.getByText(deskEn('deposits.empty.waiting')).waitFor()
  })
})

describe('a deposit', () => {
  test('shows amount, rate, credit, destination, history and the voucher', async () => {
    const { page, desk } = await openDeposit()
    const content = (await page.locator('main').textContent()) ?? ''
    for (const text of [
      '1\u202f500.5\u202fUSDT',
      '0.999',
      '1\u202f498.9995\u202fUSD',
      'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      deskEn('destination.address'),
      deskEn('deposit.earlier_counts', { credited: 3, rejected: 1 }),
      '12\u202f500.00\u202fUSD',
    ])
      assert.ok(content.includes(text), text)
    assert.equal(desk.requestsTo('image')[0]?.input['name'], exampleDeposit(1).voucher)
    await page.keyboard.press('v')
    await page.getByRole('dialog', { name: deskEn('voucher.name') }).waitFor()
    await pressInOverlay(page, 'Escape')
  })

  test('warns about the same voucher with links to the other deposits', async () => {
    const { page } = await openDeposit({ same_voucher: [2, 9] })
    await page.getByText(deskEn('deposit.same_voucher', { count: 2 })).waitFor()
    await page.getByRole('link', { name: deskEn('deposit.title', { id: 9 }) }).waitFor()
    await page.getByRole('link', { name: deskEn('deposit.title', { id: 2 }) }).click()
    await heading(page, 2).waitFor()
  })

  test('is finished after the sum is restated, and the next one opens', async () => {
    const { page, desk } = await openDeposit()
    await page.keyboard.press('a')
    const dialog = page.getByRole('alertdialog', { name: deskEn('deposit.finish.title') })
    await dialog.getByText('1\u202f500.5 USDT × 0.999 = 1\u202f498.9995 USD').waitFor()
    assert.equal(await dialog.getByText(deskEn('deposit.finish.needs_second')).count(), 0)
    assert.equal(desk.requestsTo(decisions).length, 0)
    await pressInOverlay(page, 'Enter')
    await heading(page, 2).waitFor()
    assert.deepEqual(desk.requestsTo(decisions)[0]?.input, { id: 1, result: 'credited' })
    await page
      .getByRole('link', { name: `${deskEn('nav.deposits')} ${deskEn('nav.waiting', { count: 1 })}` })
      .waitFor()
  })

  test('that needs a second operator says so, and then waits for them', async () => {
    const { page } = await openDeposit({ needs_second: 1 })
    await button(page, 'deposit.finish').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(deskEn('deposit.finish.needs_second')).waitFor()
    await dialog.getByRole('button', { name: deskEn('deposit.finish.propose') }).click()
    await waitForToast(page, deskEn('deposit.proposed'))
    await dialog.waitFor({ state: 'detached' })
    await heading(page, 1).waitFor()
    await page.getByText(/anna@example\.com proposed a change/).waitFor()
    assert.equal(await button(page, 'deposit.finish').isDisabled(), true)
    await page
      .getByRole('main')
      .getByRole('link', { name: deskEn('proposal.approvals') })
      .click()
    assert.equal(pathOf(page), '/desk/approvals')
  })

  test('with an open proposal cannot be finished here', async () => {
    const { page } = await openDeposit({ proposal: exampleProposal })
    await page.getByText(/ben@example\.com proposed a change/).waitFor()
    await page.keyboard.press('a')
    assert.equal(await page.getByRole('alertdialog').count(), 0)
  })

  test('whose decision is being carried out says so, and has no actions', async () => {
    const { page, desk } = await openDeposit()
    const under_way = { result: 'credited', by: 'anna@example.com', at: '2026-03-05T09:00:00.000Z' } as const
    desk.answer(decisions, () => {
      desk.funds.deposits = [exampleDeposit(1, { under_way })]
      return no('outcome_unknown', serverEn('reason.outcome_unknown'))
    })
    await page.keyboard.press('a')
    await pressInOverlay(page, 'Enter')
    await page.getByText(deskEn('deposit.under_way')).waitFor()
    const by = { email: 'anna@example.com', state: deskEn('deposit.state.credited') }
    await page.getByText(deskEn('deposit.under_way.by', by)).waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    for (const action of ['deposit.finish', 'deposit.reject', 'deposit.invalid'] as const)
      assert.equal(await button(page, action).count(), 0)
  })

  for (const [is_replaced, text] of [
    [0, 'deposit.paid_to.off'],
    [1, 'deposit.paid_to.replaced'],
  ] as const)
    test(`to a destination out of use says so: ${text}`, async () => {
      const { page } = await openDeposit({ paid_to_off: { since: '2026-03-04T09:00:00.000Z', is_replaced } })
      await page.getByText(deskEn(text)).waitFor()
      await page.getByText('Mar 4, 2026, 17:00').waitFor()
    })

  test('cannot be finished before the voucher is loaded', async () => {
    const { page, desk } = await openDeposit()
    desk.answer('image', () => no('not_found', serverEn('reason.not_found')))
    await page.reload()
    await page.getByText(deskEn('picture.failed')).waitFor()
    assert.equal(await button(page, 'deposit.finish').isDisabled(), true)
    desk.answer('image', undefined)
    await page.getByRole('button', { name: deskEn('control.retry') }).click()
    await voucher(page)
    assert.equal(await button(page, 'deposit.finish').isEnabled(), true)
  })

  test('whose credit the engine refuses stays, and shows why', async () => {
    const { page, desk } = await openDeposit()
    const failure = {
      ...{ reason: 'notional_limit', message: serverEn('reason.notional_limit') },
      at: '2026-03-05T12:00:00.000Z',
    }
    desk.answer(decisions, () => {
      desk.funds.deposits = twoDeposits({ failure })
      return no('notional_limit', failure.message)
    })
    await page.keyboard.press('a')
    await pressInOverlay(page, 'Enter')
    await page.getByText(deskEn('deposit.failure')).waitFor()
    await page.locator('main').getByText(failure.message).waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.equal(await button(page, 'deposit.finish').isEnabled(), true)
  })

  test('is rejected with a remark, which is required', async () => {
    const { page, desk } = await openDeposit({}, [])
    await page.keyboard.press('r')
    const dialog = page.getByRole('alertdialog', { name: deskEn('deposit.reject.title') })
    await dialog.getByText(deskEn('deposit.reject.hint')).waitFor()
    await dialog.getByRole('button', { name: deskEn('deposit.reject') }).click()
    await dialog.getByText(deskEn('note.missing')).waitFor()
    await dialog.getByLabel(deskEn('deposit.reject.remark')).fill(' Only 900 USDT arrived. ')
    await dialog.getByRole('button', { name: deskEn('deposit.reject') }).click()
    await page.getByText(deskEn('deposits.empty.waiting')).waitFor()
    assert.deepEqual(
      desk.requestsTo(decisions).map(({ input }) => input),
      [{ id: 1, result: 'rejected', remark: 'Only 900 USDT arrived.' }],
    )
  })

  test('is marked as invalid after a confirmation', async () => {
    const { page, desk } = await openDeposit()
    await page.keyboard.press('i')
    const dialog = page.getByRole('alertdialog', { name: deskEn('deposit.invalid.title') })
    await dialog.getByRole('button', { name: deskEn('control.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(desk.requestsTo(decisions).length, 0)
    await button(page, 'deposit.invalid').click()
    await dialog.getByRole('button', { name: deskEn('deposit.invalid.submit') }).click()
    await heading(page, 2).waitFor()
    assert.deepEqual(desk.requestsTo(decisions)[0]?.input, { id: 1, result: 'invalid' })
  })

  test('decided at another desk is read again, and says who decided what', async () => {
    const { page, desk } = await openDeposit()
    desk.answer(decisions, () => {
      desk.funds.deposits = twoDeposits({
        ...{ state: 'credited', decided_by: 'ben@example.com', decided_at: '2026-03-05T11:59:59.000Z' },
      })
      return no('already_decided', serverEn('reason.already_decided'))
    })
    await page.keyboard.press('r')
    await page.getByLabel(deskEn('deposit.reject.remark')).fill('Not found')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: deskEn('deposit.reject') })
      .click()
    await waitForToast(
      page,
      deskEn('deposit.decided_by', { email: 'ben@example.com', state: deskEn('deposit.state.credited') }),
    )
    await button(page, 'deposit.reject').waitFor({ state: 'detached' })
    await page.locator('main').getByText('ben@example.com').waitFor()
    assert.equal((await shownToasts(page)).length, 1)
  })

  test('keeps the remark when the decision does not arrive, and retries with the same key', async () => {
    const { page, desk } = await openDeposit()
    await page.keyboard.press('r')
    const dialog = page.getByRole('alertdialog')
    const remark = dialog.getByLabel(deskEn('deposit.reject.remark'))
    await remark.fill('Not found')
    desk.answer(decisions, () => no('outcome_unknown', 'We do not know yet.'))
    await dialog.getByRole('button', { name: deskEn('deposit.reject') }).click()
    await waitForToast(page, 'We do not know yet.')
    assert.equal(await remark.inputValue(), 'Not found')
    desk.answer(decisions, undefined)
    await dialog.getByRole('button', { name: deskEn('deposit.reject') }).click()
    await heading(page, 2).waitFor()
    const keys = desk.requestsTo(decisions).map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.equal(keys[0], keys[1])
  })

  test('can be skipped, and never appears beside the voucher of another user', async () => {
    const { page, desk } = await openDeposit()
    const held = Promise.withResolvers<void>()
    desk.answer('funds/deposit', async () => {
      await held.promise
      return ok(exampleDeposit(2))
    })
    await page.keyboard.press('n')
    await heading(page, 2).waitFor()
    assert.equal(await page.getByRole('img', { name: deskEn('voucher.name') }).count(), 0)
    held.resolve()
    await voucher(page)
    desk.answer('funds/deposit', undefined)
    await page.keyboard.press('n')
    await heading(page, 1).waitFor()
  })

  test('that does not exist shows a message', async () => {
    const { page } = await open('/desk/deposits/77', { role: 'finance' })
    await page.getByText(deskEn('deposit.failed')).waitFor()
    await page.getByText(serverEn('reason.not_found')).waitFor()
  })
})
