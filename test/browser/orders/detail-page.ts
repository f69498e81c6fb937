// Example orders and locators of the order detail.
import type { Page } from 'playwright-core'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import type { OrderPhone, OrderPhones } from '#test/browser/orders/order-phones.ts'
import { orderWire, receiptWire } from '#test/wire/order-fixtures.ts'

export const exampleReceipt = receiptWire({ seq: 41233, expected: '1.08437', slippage: '0.00002' })

/** Half a lot bought at 1.08435, now at 1.08612. */
export const openOrder = orderWire({
  Id: 1012,
  Price: '1.08437',
  UpdatePrice: '1.08612',
  FactProfits: '88.500000',
  TargetLossPrice: '1.08267',
  ForexMinCont: '0.10',
  receipt: { placed: exampleReceipt, opened: exampleReceipt, ended: null },
})

export const pendingOrder = orderWire({
  Id: 1013,
  Status: 0,
  OrderKind: 2,
  OriginPrice: '1.08000',
  Price: '1.08000',
  UpdatePrice: null,
  FactProfits: '0.000000',
  CautionMoney: '0.000000',
  TradeFee: '0.000000',
  OpenTime: null,
  receipt: {
    placed: { ...exampleReceipt, rule: 'pending_order', expected: '1.08000', slippage: null },
    opened: null,
    ended: null,
  },
})

export const stoppedOutOrder = orderWire({
  Id: 1010,
  Status: 3,
  CloseReason: 'stop_out',
  ParentId: 1012,
  UpdatePrice: '1.06012',
  FactProfits: '-1200.123456',
  CompleteTime: '2026-11-14T09:00:00.000Z',
  receipt: {
    placed: exampleReceipt,
    opened: exampleReceipt,
    ended: {
      ...exampleReceipt,
      rule: 'stop_out',
      expected: '1.06020',
      slippage: '-0.00008',
      account: {
        balance: '1200.000000',
        net_value: null,
        mid_net_value: '521.400000',
        used_margin: '1084.350000',
        hazard_rate: '48.08',
        needed: null,
      },
    },
  },
})

export const ordersOfEveryState = { open: [openOrder], pending: [pendingOrder], over: [stoppedOutOrder] }

export async function openDetail(
  phones: OrderPhones,
  path: string,
  calls: StubbedCalls = {},
  phoneOptions = {},
): Promise<OrderPhone> {
  const phone = await phones.open(path, ordersOfEveryState, { calls, phoneOptions })
  await sheet(phone.page).waitFor()
  return phone
}

export const sheet = (page: Page) => page.getByRole('dialog')
export const question = (page: Page) => page.getByRole('alertdialog')
export const press = (page: Page, name: string | RegExp) => sheet(page).getByRole('button', { name }).tap()
export const answer = (page: Page, name: string) =>
  question(page).getByRole('button', { name, exact: true }).tap()
export const plain = (text: string | null) =>
  (text ?? '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/[\u202f\u00a0]/g, ' ')
    .trim()

/** The value of a label, in the sheet or in the confirmation over it. */
export const beside = (page: Page, name: string, within = sheet(page)) =>
  within.locator('dt').getByText(name, { exact: true }).locator('xpath=following-sibling::dd').first()
export const waitForValue = (page: Page, name: string, value: string, within = sheet(page)) =>
  beside(page, name, within)
    .filter({ hasText: new RegExp(`^\\s*${value.replaceAll(/[+.]/g, '\\$&').replaceAll(' ', '\\s')}\\s*$`) })
    .waitFor()

export const closeAnswer = (order: OrderFields, Rest: OrderFields | null = null) => ({
  ...order,
  Rest,
  QuoteSeq: 9,
})
