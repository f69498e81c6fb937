import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitForToast } from '#test/browser/toasts.ts'
import {
  idempotencyKeys,
  interceptRequests,
  isLostRequest,
  loseAnswer,
  loseRequest,
  ordersInDatabase,
  paths,
} from '#test/browser/trading-journeys/lost-requests.ts'
import {
  cardOf,
  openOrders,
  orderByCall,
  questionOf,
  screenOf,
  sheetOf,
  type Tab,
} from '#test/browser/trading-journeys/trading-page.ts'
import { setUpTradingPhones } from '#test/browser/trading-journeys/trading-phones.ts'
import { en, startingWith } from '#test/browser/words.ts'
import { sampled } from '#test/sampling.ts'

const phones = setUpTradingPhones(isLostRequest)

type ServerAction = {
  readonly name: string
  readonly path: string
  readonly unconfirmed: string
  /** The list that contains the order of the action. */
  readonly tab: Tab
  /** Does every step from the order list up to and including the tap that sends the action. */
  readonly send: (page: Page) => Promise<void>
  readonly done: string
  readonly orders: { readonly before: readonly string[]; readonly after: readonly string[] }
}

const press = (page: Page, name: string | RegExp) => sheetOf(page).getByRole('button', { name }).tap()
const cardButton = (page: Page, tab: Tab, name: string) =>
  cardOf(page, tab, 'EUR/USD').getByRole('button', { name, exact: true }).tap()

const open = ['open buy market']
const waiting = ['pending buy limit']

const actions: readonly ServerAction[] = [
  {
    name: 'a close',
    path: paths.close,
    unconfirmed: en('act.unconfirmed.close'),
    tab: 'open',
    async send(page) {
      await cardButton(page, 'open', en('control.close'))
      await press(page, en('detail.close.act_all', { lots: '0.50' }))
      await questionOf(page)
        .getByRole('button', { name: en('detail.close') })
        .tap()
    },
    done: en('act.done', { what: en('detail.close') }),
    orders: { before: open, after: ['closed buy market'] },
  },
  {
    name: 'a partial close',
    path: paths.close,
    unconfirmed: en('act.unconfirmed.close'),
    tab: 'open',
    async send(page) {
      await cardButton(page, 'open', en('control.close'))
      await sheetOf(page)
        .getByRole('textbox', { name: en('detail.close.lots') })
        .fill('0.2')
      await press(page, en('detail.close.act', { lots: '0.20' }))
      await questionOf(page)
        .getByRole('button', { name: en('detail.close') })
        .tap()
    },
    done: en('act.done', { what: en('act.name.close_part', { lots: '0.20' }) }),
    orders: { before: open, after: ['open buy market', 'closed buy market'] },
  },
  {
    name: 'a close of several positions',
    path: paths.closeMany,
    unconfirmed: en('act.unconfirmed.close_many'),
    tab: 'open',
    async send(page) {
      await screenOf(page, 'order').getByRole('tabpanel').getByRole('button').first().tap()
      await sheetOf(page)
        .locator('li')
        .getByRole('button', { name: startingWith(en('many.all')) })
        .first()
        .tap()
      await press(page, startingWith(en('many.act', { count: 2 })))
    },
    done: en('act.done', { what: en('act.name.close_many', { count: 2 }) }),
    orders: { before: [...open, ...open], after: ['closed buy market', 'closed buy market'] },
  },
  {
    name: 'a reversal',
    path: paths.reverse,
    unconfirmed: en('act.unconfirmed.reverse'),
    tab: 'open',
    async send(page) {
      await cardOf(page, 'open', 'EUR/USD').getByRole('link').tap()
      await press(page, en('detail.reverse'))
      await press(page, en('detail.reverse.act'))
    },
    done: en('act.done', { what: en('act.name.reverse') }),
    orders: { before: open, after: ['closed buy market', 'open sell market'] },
  },
  {
    name: 'stops',
    path: paths.stops,
    unconfirmed: en('act.unconfirmed.stops'),
    tab: 'open',
    async send(page) {
      await cardButton(page, 'open', en('orders.stops'))
      await sheetOf(page)
        .getByRole('switch', { name: en('order.stop_loss') })
        .tap()
      await sheetOf(page)
        .getByRole('textbox', { name: en('order.stop_loss') })
        .fill('1.08')
      await press(page, en('detail.stops.set.stop_loss', { price: '1.08000' }))
    },
    done: en('act.done', { what: en('act.name.stops') }),
    orders: { before: open, after: open },
  },
  {
    name: 'a cancellation',
    path: paths.cancel,
    unconfirmed: en('act.unconfirmed.cancel'),
    tab: 'pending',
    async send(page) {
      await cardButton(page, 'pending', en('orders.cancel'))
      await questionOf(page)
        .getByRole('button', { name: en('orders.cancel') })
        .tap()
    },
    done: en('act.done', { what: en('orders.cancel') }),
    orders: { before: waiting, after: ['cancelled buy limit'] },
  },
  {
    name: 'an edit of a pending order',
    path: paths.amend,
    unconfirmed: en('act.unconfirmed.amend'),
    tab: 'pending',
    async send(page) {
      await cardOf(page, 'pending', 'EUR/USD').getByRole('link').tap()
      await press(page, en('detail.edit'))
      await sheetOf(page)
        .getByRole('textbox', { name: en('order.lots') })
        .fill('0.4')
      await press(page, en('detail.edit.act'))
    },
    done: en('act.done', { what: en('act.name.amend') }),
    orders: { before: waiting, after: ['cancelled buy limit', 'pending buy limit'] },
  },
]

async function withOrders(tab: Tab, count: number): Promise<Page> {
  const page = await phones.demo()
  const terms = tab === 'open' ? { lots: '0.5' } : { lots: '0.5', target: '1.08' }
  for (let placed = 0; placed < count; placed += 1) await orderByCall(page, 'EUR/USD', 'buy', terms)
  await openOrders(page, tab)
  return page
}

async function loseBoth(action: ServerAction): Promise<void> {
  const page = await withOrders(action.tab, action.orders.before.length)
  const tries = await interceptRequests(page, action.path, loseRequest, loseAnswer)
  await action.send(page)
  await page.getByText(action.unconfirmed).first().waitFor()
  await page.getByText(en('act.never')).first().waitFor()
  assert.deepEqual(await ordersInDatabase(phones.app(), page), action.orders.before)
  assert.equal(tries.length, 1)
  await page.goto('/order')
  await openOrders(page, action.tab)
  await action.send(page)
  await page.getByText(action.unconfirmed).first().waitFor()
  await waitForToast(page, action.done)
  assert.deepEqual(await ordersInDatabase(phones.app(), page), action.orders.after)
  assert.deepEqual([tries.length, idempotencyKeys(tries).length], [2, 2])
}

/** A phone asks for an outcome after 5 s, twice in each test. Several phones wait at the same time. */
const phonesAtOnce = 4

describe('lost requests and answers on the real server', () => {
  const chosen = sampled(actions, 2)
  for (let at = 0; at < chosen.length; at += phonesAtOnce) {
    const group = chosen.slice(at, at + phonesAtOnce)
    const names = group.map(({ name }) => name).join(', ')
    test(`${names}: a lost request does nothing, a lost answer is recovered, and each is sent once`, async () => {
      const results = await Promise.allSettled(group.map(loseBoth))
      const faults = results.map((result, index) =>
        result.status === 'rejected' ? [group[index]?.name, result.reason] : [],
      )
      assert.deepEqual(faults.flat(), [])
    })
  }
})
