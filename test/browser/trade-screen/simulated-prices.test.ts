import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { BasicInfoAnswer } from '#contract/calls/settings.ts'
import { demoUser, realUser } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { openDetail, press, sheet } from '#test/browser/orders/detail-page.ts'
import { type OrderPhone, quoteRow, setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import {
  openTicket,
  sheetOf,
  submitPath,
  ticketCalls,
  waitForButton,
} from '#test/browser/trade-screen/ticket-page.ts'
import { en, orderLabel, serverEn, startingWith } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { assertAccessible } from '#test/looks/assert-accessible.ts'

const phones = setUpOrderPhones()

const settingsPath = '/api/basicSet/getBasicInfo'
const demoPath = '/api/user/createAccountDemoForU'

const settings = (real_trades: 0 | 1): BasicInfoAnswer => ({
  ...{ service_link: '', service_link_type: 1, verify_reg_type: 1, trade_fee_type: 1 },
  ...{ simulated_prices: 1, real_trades },
})
const realAccount = (real_trades: 0 | 1): StubbedCalls => ({
  '/api/user/info': realUser,
  [settingsPath]: settings(real_trades),
})

const blocked = (page: Page) => sheetOf(page).getByText(en('ticket.block.simulated_prices'), { exact: true })
const buy = orderLabel('buy', '0.01', '1.08435')

/** The trade screen, once the app has asked for the settings at its start. */
async function openTradeScreen(calls: StubbedCalls): Promise<OrderPhone> {
  const phone = await phones.open('/trade', {}, { calls: { ...ticketCalls, ...calls } })
  await eventually(() => phone.made(settingsPath).length > 0)
  return phone
}

describe('the ticket of a real account', () => {
  test('shows why no order can be opened, and continues with a demo account', async () => {
    const session = { token: 'a-demo-token', user: demoUser }
    const { page, made } = await openTicket(phones, { calls: { ...realAccount(0), [demoPath]: session } })
    await blocked(page).waitFor()
    await sheetOf(page).getByText(en('simulated.real_off')).waitFor()
    await sheetOf(page).getByText(en('ticket.demo_switch')).waitFor()
    assert.equal(await sheetOf(page).getByRole('button', { name: buy }).count(), 0)
    await assertAccessible(page)
    await (await waitForButton(page, en('demo.open'))).tap()
    await waitForButton(page, buy)
    assert.deepEqual([made(demoPath).length, made(submitPath).length], [1, 0])
  })

  test('places orders while real trades are on', async () => {
    const { page } = await openTicket(phones, { calls: realAccount(1) })
    await waitForButton(page, buy)
    assert.equal(await blocked(page).count(), 0)
  })

  test('asks again when it opens', async () => {
    const { page, calls } = await openTradeScreen(realAccount(1))
    calls[settingsPath] = settings(0)
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await blocked(page).waitFor()
  })

  test('opens blocked, because the chart has asked before', async () => {
    const { page, calls } = await openTradeScreen(realAccount(0))
    calls[settingsPath] = () => new Promise(() => undefined)
    await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
    await blocked(page).waitFor()
  })

  test('places orders if the server does not say', async () => {
    const { page } = await openTicket(phones, { calls: { '/api/user/info': realUser } })
    await waitForButton(page, buy)
  })

  test('shows the reason if real trades were switched off while it was open', async () => {
    const refused = { refused: serverEn('reason.simulated_prices'), reason: 'simulated_prices' }
    const { page, calls } = await openTicket(phones, { calls: { ...realAccount(1), [submitPath]: refused } })
    const button = await waitForButton(page, buy)
    calls[settingsPath] = settings(0)
    await button.tap()
    await blocked(page).waitFor()
    assert.equal(await sheetOf(page).getByText(serverEn('reason.simulated_prices')).count(), 0)
  })
})

test('the ticket of a demo account does not ask, and places orders', async () => {
  const { page, socket, made } = await openTradeScreen({ [settingsPath]: settings(0) })
  await page.getByRole('button', { name: startingWith(en('order.side.buy')) }).tap()
  await sheetOf(page).getByRole('switch').first().waitFor()
  await socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  await waitForButton(page, buy)
  assert.equal(made(settingsPath).length, 1)
})

describe('the detail of an order of a real account', () => {
  for (const [path, action, ready] of [
    ['/order?id=1012', en('detail.reverse'), en('detail.reverse.act')],
    ['/order?type=0&id=1013', en('detail.edit'), en('detail.edit.act')],
  ] as const) {
    test(`says that it cannot ${action.toLowerCase()}`, async () => {
      const { page } = await openDetail(phones, path, realAccount(0))
      await press(page, action)
      await sheet(page).getByText(en('simulated.real_off')).waitFor()
      await sheet(page)
        .getByRole('button', { name: en('ticket.block.simulated_prices') })
        .waitFor()
      assert.equal(await sheet(page).getByRole('button', { name: ready, exact: true }).count(), 0)
    })
  }
})

describe('the mark of simulated prices', () => {
  const explained = async ({ page }: OrderPhone, name: string, sentence: string) => {
    await page.getByRole('button', { name, exact: true }).tap()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(en('simulated.text')).waitFor()
    await dialog.getByText(sentence).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: en('act.ok') }).tap()
    await dialog.waitFor({ state: 'detached' })
  }
  const open = (path: string, real_trades: 0 | 1) =>
    phones.open(path, {}, { calls: { ...ticketCalls, [settingsPath]: settings(real_trades) } })

  test('on the home screen explains itself, and follows the setting', async () => {
    const phone = await open('/', 0)
    await explained(phone, en('prices.simulated'), en('simulated.real_off'))
    phone.calls[settingsPath] = settings(1)
    await explained(phone, en('prices.simulated'), en('simulated.real_on'))
  })

  for (const path of ['/trade', '/order']) {
    test(`on ${path} explains itself`, async () => {
      await explained(await open(path, 1), en('trade.simulated'), en('simulated.real_on'))
    })
  }
})
