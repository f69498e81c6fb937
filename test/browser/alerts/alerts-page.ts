// A trader with price alerts: chart, alerts and push are stubbed.
import type { Page, Request } from 'playwright-core'
import type { AddAlertInput, PriceAlert } from '#contract/calls/alerts.ts'
import type { KlineAnswer } from '#contract/calls/market.ts'
import type { PhoneOptions } from '#test/browser/account/account-phones.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'
import {
  type OrderPhone,
  type OrderPhones,
  quoteRow,
  type StubbedAccount,
} from '#test/browser/orders/order-phones.ts'
import { chartBox, chartOf, nextFrames, waitForChart } from '#test/browser/trade-screen/trade-page.ts'
import { type Point, startTouch } from '#test/browser/ui/touch.ts'
import { eventually } from '#test/eventually.ts'
import { priceAlert } from '#test/wire/alert-fixtures.ts'

export const listPath = '/api/alert/list'
export const addPath = '/api/alert/add'
export const removePath = '/api/alert/remove'

const minuteMs = 60_000
const firstMs = Date.UTC(2026, 10, 14, 8)

/** An hour of candles from 1.0830 to 1.0850; the last one ends at the bid. */
export const candles: KlineAnswer = Array.from({ length: 60 }, (_, place) => {
  const middle = place === 59 ? 1.084_27 : 1.084 + Math.sin(place / 6) * 0.0007
  const [Open, Close] = [middle - 0.000_05, middle]
  return {
    Time: firstMs + place * minuteMs,
    Open,
    High: 0.0003 + Close,
    Low: Open - 0.0003,
    Close,
    Volume: 9,
  }
})

/** The alerts of the stubbed server, newest first. */
export type StubbedAlerts = { list: readonly PriceAlert[] }

export function alertCalls(alerts: StubbedAlerts): StubbedCalls {
  const inputOf = (request: Request) => request.postDataJSON()
  return {
    '/v1/api/forex/kline': candles,
    [listPath]: () => alerts.list,
    [addPath]: (request: Request) => {
      const { condition, price = null, percent = null, repeats } = inputOf(request) as AddAlertInput
      const id = 1 + Math.max(0, ...alerts.list.map((one) => one.id))
      const base = condition === 'change' ? '1.08427' : null
      const added = priceAlert({ id, condition, price, percent, base, repeats: repeats === 1 })
      alerts.list = [added, ...alerts.list]
      return added
    },
    [removePath]: (request: Request) => {
      alerts.list = alerts.list.filter(({ id }) => id !== inputOf(request).id)
      return null
    },
    '/api/push/key': { key: 'AQID-_8' },
    '/api/push/subscribe': null,
    '/api/push/unsubscribe': null,
  }
}

export type AlertPhone = OrderPhone & { readonly alerts: StubbedAlerts }

type AlertPhoneOptions = {
  readonly list?: readonly PriceAlert[]
  readonly account?: Partial<StubbedAccount>
  readonly calls?: StubbedCalls
  readonly phoneOptions?: PhoneOptions
  /** False for a screen that shows no prices. */
  readonly isPriced?: boolean
}

/** Opens a screen with a bid of 1.08427. */
export async function openWithAlerts(
  phones: OrderPhones,
  path: string,
  { list = [], account = {}, calls = {}, phoneOptions = {}, isPriced = true }: AlertPhoneOptions = {},
): Promise<AlertPhone> {
  const alerts = { list }
  const phone = await phones.open(path, account, {
    calls: { ...alertCalls(alerts), ...calls },
    phoneOptions: { initScript: fakePush, ...phoneOptions },
  })
  if (isPriced) await phone.socket.push('DAY_MARKET', [quoteRow(1.084_27, 1.084_35)])
  if (path === '/trade') await waitForChart(phone.page)
  return { ...phone, alerts }
}

declare global {
  interface Window {
    pushEvents?: string[]
  }
}

/** Replaces the browser's push by one that allows everything. */
function fakePush(): void {
  const events: string[] = []
  window.pushEvents = events
  let permission: NotificationPermission = 'default'
  let subscription: object | null = null
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => {
    events.push('asked')
    permission = 'granted'
    return permission
  }
  const pushManager = {
    getSubscription: async () => subscription,
    async subscribe() {
      events.push('subscribed')
      const endpoint = 'https://push.example/1'
      subscription = {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        async unsubscribe() {
          events.push('unsubscribed')
          subscription = null
          return true
        },
      }
      return subscription
    },
  }
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      startMessages: () => undefined,
    },
  })
}

export const pushEvents = (page: Page) => page.evaluate(() => window.pushEvents ?? [])

/** A place on the chart, as shares of its width and height. */
export async function placeOnChart(page: Page, x: number, y: number): Promise<Point> {
  const box = await chartBox(page)
  return [box.x + box.width * x, box.y + box.height * y]
}

/** Holds a finger on a point for more than half a second, by the time stamps of its events. */
export async function longPress(page: Page, point: Point): Promise<void> {
  const touch = await startTouch(page, point)
  for (let times = 0; times < 4; times += 1) await touch.moveTo(point)
  await touch.end()
}

/** Finds the mark of an alert with the pointer, at this height, and taps it. */
export async function tapMark(page: Page, y: number): Promise<void> {
  const { x, width } = await chartBox(page)
  let found: number | undefined
  await eventually(async () => {
    for (let right = 40; right < width / 2 && found === undefined; right += 10) {
      await page.mouse.move(x + width - right, y)
      if ((await chartOf(page).getAttribute('data-bell')) !== null) found = x + width - right
    }
    return found !== undefined
  }, 'the chart has a mark of an alert')
  await page.touchscreen.tap(found ?? 0, y)
  await nextFrames(page)
}
