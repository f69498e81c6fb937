import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { AccountPush } from '#contract/live.ts'
import { demoUser, firstVersion, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { en } from '#test/browser/words.ts'
import { pushAt } from '#test/wire/account-fixtures.ts'

const phones = setUpAccountPhones()

const given = {
  Id: 3,
  Kind: 'margin_call',
  HazardRate: '99.87',
  CreatedAt: '2026-11-15T08:05:00.000Z',
} as const

const pushOf = (seq: number, HazardRate: string, more: Partial<AccountPush> = {}): AccountPush =>
  pushAt(seq, { HazardRate, Version: firstVersion, Notice: given, ...more })

const banner = (page: Page) => page.locator('main').getByText(en('notice.margin_call', { rate: '99.87' }))
const way = (page: Page, name: string) => banner(page).locator('xpath=..').getByRole('link', { name })

describe('a margin call', () => {
  test('stays visible with its margin level and the current one, until it ends', async () => {
    const { page, socket } = await phones.open('/user', {})
    await page.getByText('30018842').waitFor()
    assert.equal(await banner(page).count(), 0)
    await socket.push('FOREX_TRADE', pushOf(2, '97.10'))
    await banner(page).waitFor()
    await page.getByText('97.10\u202f%').waitFor()
    await socket.push('FOREX_TRADE', pushOf(3, '61.02'))
    await page.getByText('61.02\u202f%').waitFor()
    await banner(page).waitFor()
    await socket.push('FOREX_TRADE', pushOf(4, '140.00', { Notice: null }))
    await banner(page).waitFor({ state: 'detached' })
  })

  test('links a real account to its orders and to a deposit', async () => {
    const { page, socket } = await phones.open('/user', {})
    await socket.push('FOREX_TRADE', pushOf(2, '97.10'))
    assert.equal(await way(page, en('title.charge')).getAttribute('href'), '/mine/charge')
    await way(page, en('tab.orders')).tap()
    await page.waitForURL(/\/order$/)
  })

  test('offers a demo account no deposit', async () => {
    const { page, socket } = await phones.open('/user', { '/api/user/info': demoUser })
    await socket.push('FOREX_TRADE', pushOf(2, '97.10'))
    await way(page, en('tab.orders')).waitFor()
    assert.equal(await way(page, en('title.charge')).count(), 0)
  })

  test('marks its figures as stale without pushes', async () => {
    const { page, socket } = await phones.open('/user', {})
    await page.getByText('30018842').waitFor()
    assert.equal(await page.getByText(en('market.stale'), { exact: true }).count(), 0)
    await socket.cut({ forGood: true })
    await page.getByText(en('market.stale'), { exact: true }).waitFor()
  })
})
