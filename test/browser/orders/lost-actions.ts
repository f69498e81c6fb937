// Trade actions whose answers are lost, with a stubbed server: steps, answer and messages of each.

import type { Locator, Page } from 'playwright-core'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  answer,
  closeAnswer,
  openDetail,
  openOrder,
  pendingOrder,
  press,
  question,
  sheet,
} from '#test/browser/orders/detail-page.ts'
import {
  figuresRow,
  type OrderPhone,
  type OrderPhones,
  quoteRow,
  tradePush,
} from '#test/browser/orders/order-phones.ts'
import { openTicket, submitPath, waitForButton } from '#test/browser/trade-screen/ticket-page.ts'
import { en, orderLabel, serverEn, startingWith } from '#test/browser/words.ts'
import { orderWire } from '#test/wire/order-fixtures.ts'
import { actionKeyPrefix } from '#web/trade-actions/storage-keys.ts'

export const outcomePath = '/v1/api/forex/outcome'

export const decidedOutcome = (data: unknown) => ({
  state: 'decided',
  outcome: { code: 1, reason: null, msg: '', data },
})
export const refusedOutcome = (msg: string, reason: string, field?: string) => ({
  state: 'decided',
  outcome: { code: 0, reason, msg, data: { reason, field } },
})
export const neverOutcome = { state: 'never' }

/**
 * Makes the outcome known with a tap on the button. The page also looks the outcome up by itself, so lookups stay
 * unanswered until the tap.
 */
export async function checkNow({ calls }: OrderPhone, button: Locator, outcome: unknown): Promise<void> {
  const tapped = Promise.withResolvers<unknown>()
  calls[outcomePath] = () => tapped.promise
  await button.tap()
  tapped.resolve(outcome)
}

/** Messages shown when the outcome call reports that the request never arrived. */
export const neverDone = en('act.never')
export const neverPlaced = en('act.never.place')

export const storedActions = (page: Page): Promise<number> =>
  page.evaluate(
    (prefix) => Object.keys(localStorage).filter((name) => name.startsWith(prefix)).length,
    actionKeyPrefix,
  )

export type LostAction = {
  readonly name: string
  readonly path: string
  /** Opens the page and does every step before the tap that sends the action. */
  readonly open: (phones: OrderPhones, calls: StubbedCalls) => Promise<OrderPhone>
  readonly send: (page: Page) => Promise<void>
  /** The server's answer on success. */
  readonly data: unknown
  readonly unconfirmed: string
  /** Message shown when the outcome call reports a success. */
  readonly done: string
  /** Message shown when the answer arrives at once. */
  readonly immediate: string
}

const phoneOptions = { allowConsoleErrors: true } as const
const ended = { Status: 3, CloseReason: 'user', CompleteTime: '2026-11-14T09:00:00.000Z' } as const
const closed = orderWire({ ...openOrder, ...ended })
const other = orderWire({ ...openOrder, Id: 1011 })
const priced = async (phone: OrderPhone) => {
  await phone.socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435)])
  return phone
}
const detailAt = (path: string) => async (phones: OrderPhones, calls: StubbedCalls) =>
  priced(await openDetail(phones, path, calls, phoneOptions))

export const lostActions: readonly LostAction[] = [
  {
    name: 'placing an order',
    path: submitPath,
    open: (phones, calls) => openTicket(phones, { calls, phoneOptions }),
    send: async (page) => (await waitForButton(page, orderLabel('buy', '0.01', '1.08435'))).tap(),
    data: { ...orderWire(), QuoteSeq: 9 },
    unconfirmed: en('act.unconfirmed.place'),
    done: en('ticket.placed.open'),
    immediate: en('ticket.placed.open'),
  },
  {
    name: 'closing a position',
    path: '/v1/api/forex/close',
    open: detailAt('/order?id=1012.close'),
    async send(page) {
      await press(page, en('detail.close.act_all', { lots: '0.50' }))
      await answer(page, en('detail.close'))
    },
    data: closeAnswer(closed),
    unconfirmed: en('act.unconfirmed.close'),
    done: en('act.done', { what: en('detail.close') }),
    immediate: en('detail.closed.lots'),
  },
  {
    name: 'closing a part of a position',
    path: '/v1/api/forex/close',
    open: detailAt('/order?id=1012.close'),
    async send(page) {
      await sheet(page)
        .getByRole('textbox', { name: en('detail.close.lots') })
        .fill('0.25')
      await press(page, en('detail.close.act', { lots: '0.25' }))
      await answer(page, en('detail.close'))
    },
    data: closeAnswer(
      orderWire({ ...openOrder, ...ended, Id: 1020, ParentId: 1012, Quantity: '0.25' }),
      orderWire({ ...openOrder, Quantity: '0.25' }),
    ),
    unconfirmed: en('act.unconfirmed.close'),
    done: en('act.done', { what: en('act.name.close_part', { lots: '0.25' }) }),
    immediate: en('detail.closed.lots'),
  },
  {
    name: 'closing several positions',
    path: '/v1/api/forex/close_many',
    async open(phones, calls) {
      const phone = await phones.open('/order', { open: [openOrder, other] }, { calls, phoneOptions })
      await priced(phone)
      const TransOrder = [openOrder, other].map(({ Id }) => figuresRow(Id, '1.08427', '1.000000'))
      await phone.socket.push('FOREX_TRADE', tradePush({ QuoteSeq: 7, TransOrder }))
      await phone.page.getByRole('tabpanel').getByRole('button').first().tap()
      await sheet(phone.page).waitFor()
      await sheet(phone.page)
        .locator('li')
        .getByRole('button', { name: startingWith(en('many.all')) })
        .first()
        .tap()
      return phone
    },
    send: (page) => press(page, startingWith(en('many.act', { count: 2 }))),
    data: {
      results: [openOrder, other].map((order) => ({ Id: order.Id, code: 1, reason: null, order: closed })),
    },
    unconfirmed: en('act.unconfirmed.close_many'),
    done: en('act.done', { what: en('act.name.close_many', { count: 2 }) }),
    immediate: en('detail.done'),
  },
  {
    name: 'reversing a position',
    path: '/v1/api/forex/reverse',
    open: detailAt('/order?id=1012.reverse'),
    send: (page) => press(page, en('detail.reverse.act')),
    data: { ...orderWire({ Id: 1021, OrderType: 2 }), QuoteSeq: 9, Closed: { ...closed, QuoteSeq: 9 } },
    unconfirmed: en('act.unconfirmed.reverse'),
    done: en('act.done', { what: en('act.name.reverse') }),
    immediate: en('detail.closed.lots'),
  },
  {
    name: 'editing a pending order',
    path: '/v1/api/forex/amend_order',
    open: detailAt('/order?type=0&id=1013.edit'),
    async send(page) {
      await sheet(page)
        .getByRole('textbox', { name: en('order.lots') })
        .fill('0.7')
      await press(page, en('detail.edit.act'))
    },
    data: { ...orderWire({ ...pendingOrder, Id: 1021, AmendedFrom: 1013, Quantity: '0.70' }), QuoteSeq: 9 },
    unconfirmed: en('act.unconfirmed.amend'),
    done: en('act.done', { what: en('act.name.amend') }),
    immediate: 'Saved as order',
  },
  {
    name: 'setting stops',
    path: '/v1/api/forex/set_stop_price',
    open: detailAt('/order?id=1012.stops'),
    async send(page) {
      await sheet(page)
        .getByRole('textbox', { name: en('order.stop_loss') })
        .fill('1.08')
      await press(page, en('detail.stops.set.stop_loss', { price: '1.08000' }))
    },
    data: { ...openOrder, QuoteSeq: 9 },
    unconfirmed: en('act.unconfirmed.stops'),
    done: en('act.done', { what: en('act.name.stops') }),
    immediate: en('detail.receipt'),
  },
  {
    name: 'cancelling a pending order',
    path: '/v1/api/forex/cancel_trade',
    open: detailAt('/order?type=0&id=1013.cancel'),
    async send(page) {
      await question(page).waitFor()
      await answer(page, en('orders.cancel'))
    },
    data: { ...pendingOrder, Status: 2, CloseReason: 'user', QuoteSeq: 9 },
    unconfirmed: en('act.unconfirmed.cancel'),
    done: en('act.done', { what: en('orders.cancel') }),
    immediate: serverEn('done.order_cancelled'),
  },
]
