import { before, describe } from 'node:test'
import { setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import {
  conditions,
  everyDeposit,
  everyWithdrawal,
  fundsCalls,
  pageOf,
  paths,
} from '#test/browser/funds/example-funds.ts'
import { testAppearances, testScreen } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpAccountPhones()
const calls = {
  ...fundsCalls(),
  [paths.deposits]: pageOf(everyDeposit),
  [paths.withdrawals]: pageOf(everyWithdrawal),
}

let buffer: Buffer
before(async () => {
  buffer = await photo({ width: 320, height: 200 })
})

describe('the screens of funds', () => {
  const screens: readonly (readonly [path: string, shown: string])[] = [
    ['/mine/charge', 'main img, main svg[role=img]'],
    ['/mine/charge?show=records', 'main ul li'],
    ['/mine/withdraw', 'input[name=amount]'],
    ['/mine/withdraw?show=records', 'main ol'],
    ['/mine/wallet', 'main ul li'],
    ['/mine/coin-address-list', 'main ul li'],
    ['/mine/bank-card-list', 'main ul li'],
    ['/mine/withdraw-way?type=1', 'main textarea'],
    ['/mine/withdraw-way?type=2', 'input[name=bank_name]'],
  ]
  for (const [path, shown] of screens)
    testScreen(path, async (appearance) => {
      const phone = await phones.open(path, calls, appearance)
      await phone.page.locator(shown).first().waitFor()
      return phone
    })

  testScreen('a withdrawal that needs an identity', async (appearance) => {
    const blocked = { ...calls, [paths.conditions]: { ...conditions, needs_identity: 1 } }
    const phone = await phones.open('/mine/withdraw', blocked, appearance)
    await phone.page.locator('main a').first().waitFor()
    return phone
  })

  testAppearances('the forms with every error', async (appearance) => {
    for (const path of ['/mine/charge', '/mine/withdraw', '/mine/withdraw-way?type=2']) {
      const { page } = await phones.open(path, calls, appearance)
      await page.locator('footer button[type=submit]').tap()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await assertAccessible(page)
      await assertFitsLargeText(page)
    }
  })

  testAppearances('the confirmations', async (appearance) => {
    const deposit = await phones.open('/mine/charge', calls, appearance)
    await deposit.page.locator('input[name=amount]').fill('1234.567891')
    await deposit.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await deposit.page.locator('main img').waitFor()
    await deposit.page.locator('main [role=status] .text-good').waitFor()
    await deposit.page.locator('footer button[type=submit]').tap()
    await deposit.page.getByRole('dialog').waitFor()
    await assertAccessible(deposit.page)
    const { page } = await phones.open('/mine/withdraw', calls, appearance)
    await page.locator('input[name=amount]').fill('1234.56')
    await page
      .locator('label')
      .filter({ has: page.locator('input[name=draw_method]') })
      .first()
      .tap()
    await page.locator('input[name=code]').fill('123456')
    await page.locator('footer button[type=submit]').tap()
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page)
  })
})
