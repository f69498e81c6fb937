import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ordersPath, placeOf } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  choices,
  done,
  goldRow,
  manyOpen,
  manyPath,
  openCloseMany,
  refused,
} from '#test/browser/orders/close-many-page.ts'
import { plain, press, sheet } from '#test/browser/orders/detail-page.ts'
import {
  figuresRow,
  type OrderPhone,
  setUpOrderPhones,
  tradePush,
} from '#test/browser/orders/order-phones.ts'
import { commonPoint, tapAgainOnOverlay } from '#test/browser/trading-journeys/double-tap.ts'
import { boxOf } from '#test/browser/ui/box-of.ts'
import { en, startingWith } from '#test/browser/words.ts'

const phones = setUpOrderPhones()

const openSheet = (calls: StubbedCalls = {}) => openCloseMany(phones, calls)
const rowsOf = async (page: Page) => (await choices(page).allTextContents()).map(plain)
const choose = (page: Page, name: RegExp) => choices(page).getByRole('button', { name }).tap()
const idsSent = (phone: OrderPhone) =>
  phone.made(manyPath).map((request) => (request.postDataJSON() as { ids: string }).ids)

describe('closing several orders', () => {
  test('shows each option with its count and live profit', async () => {
    const { page, socket } = await openSheet()
    assert.deepEqual(await rowsOf(page), [
      `${en('many.all')}${en('orders.count', { count: 5 })}+71.349999 USD`,
      `${en('many.winners')}${en('orders.count', { count: 2 })}+91.600000 USD`,
      `${en('many.losers')}${en('orders.count', { count: 2 })}−20.250001 USD`,
      en('many.market', { market: `EUR/USD${en('orders.count', { count: 3 })}+91.599999 USD` }),
      en('many.market', { market: `XAU/USD${en('orders.count', { count: 2 })}−20.250000 USD` }),
    ])
    const TransOrder = [
      figuresRow(5, '1.08000', '-217.500000'),
      ...[4, 3, 2, 1].map((id) => figuresRow(id, '1.08000', '1.000000')),
    ]
    await socket.push('FOREX_TRADE', tradePush({ QuoteSeq: 7, TransOrder }))
    await choices(page).getByText('−213.500000').waitFor()
    assert.deepEqual((await rowsOf(page)).slice(1, 3), [
      `${en('many.winners')}${en('orders.count', { count: 4 })}+4.000000 USD`,
      `${en('many.losers')}${en('orders.count', { count: 1 })}−217.500000 USD`,
    ])
  })

  test('confirms the orders of the option and sends their ids in one call', async () => {
    const going = Promise.withResolvers<unknown>()
    const phone = await openSheet({ [manyPath]: () => going.promise })
    const { page, socket, account } = phone
    await choose(page, startingWith(en('many.winners')))
    await sheet(page)
      .getByText(en('many.ask', { count: 2 }))
      .waitFor()
    await sheet(page).getByText('+91.600000').waitFor()
    // An order selected as a winner stays selected when its profit turns into a loss.
    await socket.push(
      'FOREX_TRADE',
      tradePush({
        QuoteSeq: 7,
        TransOrder: manyOpen.map(({ Id }) => figuresRow(Id, '1.08000', Id === 1 ? '-4.000000' : '88.000000')),
      }),
    )
    await sheet(page).getByText('+84.000000').waitFor()
    const confirm = sheet(page).getByRole('button', { name: en('many.act', { count: 2 }) })
    await confirm.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.keyboard.press('Escape')
    assert.equal(await sheet(page).count(), 1, 'stays open until the answer arrives')
    account.open = manyOpen.filter(({ Id }) => Id !== 5 && Id !== 1)
    await socket.push('FOREX_CLOSED', [5, 1])
    assert.equal(
      await sheet(page)
        .getByText(en('many.ask', { count: 2 }))
        .count(),
      1,
      'the list stays as it was confirmed',
    )
    going.resolve({ results: [done(5), done(1)] })
    await sheet(page)
      .getByText(en('many.done.all', { count: 2 }))
      .waitFor()
    await sheet(page).getByText('+91.600000').waitFor()
    assert.deepEqual(idsSent(phone), ['5,1'])
    await press(page, en('detail.done'))
    await sheet(page).waitFor({ state: 'detached' })
    assert.equal(placeOf(page), '/order')
  })

  test('lists each order that was not closed, with its reason', async () => {
    const phone = await openSheet({
      [manyPath]: {
        results: [
          done(5),
          refused(4, 'market_closed'),
          refused(3, 'order_not_open'),
          refused(2, 'moon_phase'),
          done(1),
        ],
      },
    })
    const { page } = phone
    await choose(page, startingWith(`${en('many.all')} 5`))
    await press(page, en('many.act', { count: 5 }))
    await sheet(page)
      .getByText(en('many.done.some', { closed: 2, refused: 3 }))
      .waitFor()
    assert.deepEqual((await sheet(page).locator('li').allTextContents()).map(plain), [
      `XAU/USD${en('order.side.sell')}0.50#4${en('many.reason.market_closed')}`,
      `EUR/USD${en('order.side.buy')}0.50#3${en('many.reason.order_not_open')}`,
      `XAU/USD${en('order.side.buy')}0.50#2${en('many.reason.unknown', { reason: 'moon_phase' })}`,
    ])
    assert.deepEqual(idsSent(phone), ['5,4,3,2,1'])
  })

  test('leaves out orders of closed markets and shows how many stay open', async () => {
    const phone = await openSheet({ [manyPath]: { results: [done(5), done(3), done(1)] } })
    const { page, socket } = phone
    await socket.push('DAY_MARKET', [goldRow(0)])
    await sheet(page)
      .getByText(en('many.blocked', { count: 2 }))
      .waitFor()
    assert.equal(await choices(page).getByRole('button', { name: /XAU/ }).isDisabled(), true)
    await choose(page, startingWith(`${en('many.all')} 3`))
    await press(page, en('many.act', { count: 3 }))
    await sheet(page)
      .getByText(en('many.done.all', { count: 3 }))
      .waitFor()
    assert.deepEqual(idsSent(phone), ['5,3,1'])
  })

  test('drops an order whose market closes while the confirmation is open', async () => {
    const phone = await openSheet({ [manyPath]: { results: [done(5)] } })
    const { page, socket } = phone
    await choose(page, startingWith(`${en('many.all')} 5`))
    await socket.push('DAY_MARKET', [goldRow(2)])
    await sheet(page)
      .getByText(en('many.ask', { count: 3 }))
      .waitFor()
    await sheet(page)
      .getByText(en('many.blocked', { count: 2 }))
      .waitFor()
    await press(page, en('act.cancel'))
    await sheet(page).getByText(en('many.title')).waitFor()
    assert.deepEqual(idsSent(phone), [])
  })

  test('is not confirmed by a double tap', async () => {
    const phone = await openSheet()
    const { page } = phone
    const row = choices(page).getByRole('button', { name: /XAU/ })
    const confirm = sheet(page).getByRole('button', { name: en('many.act', { count: 2 }) })
    const spot = await commonPoint(page, row, confirm)
    await press(page, en('act.cancel'))
    await row.waitFor()
    await tapAgainOnOverlay(page, spot, 'dialog')
    await confirm.waitFor()
    assert.deepEqual(idsSent(phone), [])
  })

  test('closes on Back, and reopens with the options', async () => {
    const { page } = await openSheet()
    await choose(page, startingWith(en('many.losers')))
    await sheet(page)
      .getByText(en('many.ask', { count: 2 }))
      .waitFor()
    await page.goBack()
    await sheet(page).waitFor({ state: 'detached' })
    await page.getByRole('tabpanel').getByRole('button').first().tap()
    await sheet(page).getByText(en('many.title')).waitFor()
  })

  test('reserves its row while the orders load, so that no card moves', async () => {
    const held = Promise.withResolvers<void>()
    const { page, calls } = await phones.open('/order', { open: manyOpen })
    const answer = calls[ordersPath] as (request: unknown) => unknown
    calls[ordersPath] = async (request: unknown) => {
      await held.promise
      return answer(request)
    }
    await page.reload()
    const panel = page.getByRole('tabpanel')
    const shape = panel
      .getByRole('status', { name: en('app.loading') })
      .locator('.bg-surface')
      .first()
    await shape.waitFor()
    const before = (await boxOf(shape)).y - (await boxOf(panel)).y
    held.resolve()
    const card = panel.getByRole('listitem').first()
    await card.waitFor()
    assert.equal((await boxOf(card)).y - (await boxOf(panel)).y, before)
  })

  test('is not offered for one order', async () => {
    const { page } = await phones.open('/order', { open: manyOpen.slice(0, 1) })
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
    assert.equal(await page.getByRole('button', { name: en('orders.close_many') }).count(), 0)
  })
})
