// Five open orders, and the sheet that closes several of them.
import type { Page } from 'playwright-core'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import { sheet } from '#test/browser/orders/detail-page.ts'
import {
  type OrderPhone,
  type OrderPhones,
  quoteRow,
  someMarkets,
} from '#test/browser/orders/order-phones.ts'
import { orderWire, otherMarkets } from '#test/wire/order-fixtures.ts'

export const manyPath = '/v1/api/forex/close_many'

const gold = { ForexTradeLists: otherMarkets.gold, UpdatePrice: '2651.20' } as const
export const manyOpen = [
  orderWire({ Id: 5, FactProfits: '88.500000' }),
  orderWire({ ...gold, Id: 4, OrderType: 2, FactProfits: '-20.250000' }),
  orderWire({ Id: 3, FactProfits: '-0.000001' }),
  orderWire({ ...gold, Id: 2, FactProfits: '0.000000' }),
  orderWire({ Id: 1, FactProfits: '3.100000' }),
]
const [euro] = someMarkets
const markets = [euro, { ...euro, Id: 201, Code: 'XAUUSD', ShowCode: 'XAU/USD', PricePrecision: 2 }]
export const goldRow = (MarketStatus: number) =>
  quoteRow(2651.2, 2651.5, { Id: 201, Code: 'XAUUSD', MarketStatus })

const closed = (order: OrderFields | undefined) => ({
  ...orderWire({ ...order, Status: 3, CloseReason: 'user', CompleteTime: '2026-11-14T09:00:00.000Z' }),
  QuoteSeq: 9,
})
export const done = (Id: number) => {
  const order = manyOpen.find((one) => one.Id === Id)
  return { Id, code: 1, reason: null, order: closed(order) }
}
export const refused = (Id: number, reason: string) => ({ Id, code: 0, reason, order: null })

/** Opens the choice of orders to close. */
export async function openCloseMany(
  phones: OrderPhones,
  calls: StubbedCalls = {},
  phoneOptions = {},
): Promise<OrderPhone> {
  const phone = await phones.open(
    '/order',
    { open: manyOpen },
    { calls: { '/v1/api/forex/trade_list': markets, ...calls }, phoneOptions },
  )
  await phone.socket.push('DAY_MARKET', [quoteRow(1.08427, 1.08435), goldRow(1)])
  await phone.page.getByRole('tabpanel').getByRole('button').first().tap()
  await sheet(phone.page).waitFor()
  return phone
}

export const choices = (page: Page) => sheet(page).locator('li')
