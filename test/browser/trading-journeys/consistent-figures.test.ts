import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import type { AccountPush } from '#contract/live.ts'
import { entryOf, logPath } from '#test/browser/account/account-log.ts'
import { demoUser, ordersPath } from '#test/browser/account/account-phones.ts'
import { someFunds, someMarkets } from '#test/browser/orders/order-phones.ts'
import { setUpStubbedPhones } from '#test/browser/stubbed-phones.ts'
import {
  openPageWithSocket,
  pushToPage,
  type SocketWindow,
} from '#test/browser/trading-journeys/page-socket.ts'
import { orderIds, type PushedFrame, pushedFrames } from '#test/browser/trading-journeys/pushed-frames.ts'
import { closeDetail, screenOf, sheetOf } from '#test/browser/trading-journeys/trading-page.ts'
import { en } from '#test/browser/words.ts'
import { orderWire, otherMarkets } from '#test/wire/order-fixtures.ts'

const phones = setUpStubbedPhones()

const frames = 1_000
const batch = 50
const markets = { 5: {}, 4: { ForexTradeLists: otherMarkets.gold }, 3: { ForexTradeLists: otherMarkets.yen } }
const open = orderIds.map((Id) => orderWire({ Id, ...markets[Id] }))

/** Always answers with the figures before the first tick, so that all later figures come from pushes. */
function answerOrders(request: Request) {
  const data = new URL(request.url()).searchParams.get('status') === '0' ? [] : open
  return { data, total: data.length, all_fact_profits: '0.000000', ...someFunds }
}

async function openOrder(): Promise<Page> {
  const page = await openPageWithSocket(phones, '/order?id=5', {
    '/api/user/info': demoUser,
    '/v1/api/forex/trade_list': someMarkets,
    [logPath]: { data: [entryOf(1)], total: 1 },
    [ordersPath]: answerOrders,
  })
  await sheetOf(page).getByText(en('detail.id')).waitFor()
  return page
}

/** Names of the expected figures that match. */
const placesOf = ({ shown }: PushedFrame, beginning: RegExp) =>
  Object.keys(shown).filter((place) => beginning.test(place))
const onOrders = /^(?:panel|card|drawer) /

function assertSameFigures({ push, shown }: PushedFrame, read: Figures | undefined): void {
  const wanted = Object.fromEntries(Object.keys(read ?? {}).map((place) => [place, shown[place]]))
  assert.deepEqual(read, wanted, `at sequence ${push.QuoteSeq}`)
}

async function readAfter(page: Page, pushes: readonly AccountPush[], places: readonly string[]) {
  return await page.evaluate(pushAndRead, { pushes, places, priceLabel: en('orders.now') })
}

test('a thousand ticks show exact and consistent figures in totals, cards and drawer', async () => {
  const page = await openOrder()
  const pushed = pushedFrames(frames, 1_000)
  const [first] = pushed
  const last = pushed.at(-1)
  if (first === undefined || last === undefined) throw new Error('no frames')
  await pushToPage(page, 'FOREX_TRADE', first.push)
  const places = placesOf(first, onOrders)
  assert.equal(places.length, 18)
  for (let at = 0; at < pushed.length; at += batch) {
    const some = pushed.slice(at, at + batch)
    const pushes = some.map(({ push }) => push)
    for (const [index, read] of (await readAfter(page, pushes, places)).entries())
      assertSameFigures(some[index] ?? first, read)
  }

  await closeDetail(page)
  await page.getByRole('link', { name: en('tab.markets'), exact: true }).tap()
  await screenOf(page, 'home')
    .getByRole('link', { name: en('title.user') })
    .tap()
  await screenOf(page, 'user').getByText(en('funds.net_value')).waitFor()
  for (const read of await readAfter(page, [last.push], placesOf(last, /^user /)))
    assertSameFigures(last, read)
  await screenOf(page, 'user')
    .getByRole('link', { name: en('user.details') })
    .tap()
  await screenOf(page, 'history').getByText(en('funds.net_value')).waitFor()
  for (const read of await readAfter(page, [], placesOf(last, /^history /))) assertSameFigures(last, read)
})

test('a late tick changes nothing on any screen', async () => {
  const page = await openOrder()
  const [late, now] = pushedFrames(2, 1_000)
  if (late === undefined || now === undefined) throw new Error('fewer than two frames')
  await pushToPage(page, 'FOREX_TRADE', now.push)
  const read = await readAfter(page, [late.push, late.push], placesOf(now, onOrders))
  for (const figures of read) assertSameFigures(now, figures)
})

type Figures = Readonly<Record<string, string>>
type Reading = {
  readonly pushes: readonly AccountPush[]
  readonly places: readonly string[]
  /** Label of the price on a card. */
  readonly priceLabel: string
}

/** Runs in the page: sends each push and reads the page once it is rendered. Without pushes it reads once. */
async function pushAndRead({ pushes, places, priceLabel }: Reading): Promise<readonly Figures[]> {
  const { pushFrame, rendered } = window as unknown as SocketWindow
  const roots: Readonly<Record<string, string>> = {
    panel: '[data-screen=order] main',
    drawer: '[role=dialog]',
    user: '[data-screen=user] main',
    history: '[data-screen=history] main',
  }
  const isFigure = '[contains(@class, "tabular-nums")]'
  const find = (path: string, from: Node) =>
    document.evaluate(path, from, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
  /** The figure inside or after the element with this label. */
  function figure(root: Element, name: string): Node | null {
    const named = find(`.//*[normalize-space(text())="${name}"][* or following-sibling::*]`, root)
    return named && find(`(descendant::*${isFigure} | following::*${isFigure})[1]`, named)
  }
  function onCard(which: string | undefined, what: string | undefined): Node | null {
    const card = document.querySelector(`[data-screen=order] li:has(a[href*="id=${which}"])`)
    return card && (what === 'profit' ? find(`.//*${isFigure}`, card) : figure(card, priceLabel))
  }
  function placeOf(place: string): Node | null {
    const [where = '', ...name] = place.split(' ')
    if (where === 'card') return onCard(name[0], name[1])
    const root = document.querySelector(roots[where] ?? 'body')
    return root && figure(root, name.join(' '))
  }
  // Located once: a tick that replaced the element instead of its text would make the test fail.
  const found = places.map((place) => [place, placeOf(place)] as const)
  const read = (node: Node | null) =>
    node?.isConnected ? (node.textContent ?? '').replaceAll('\u202f', ' ') : 'nowhere'
  const readAll = () => Object.fromEntries(found.map(([place, node]) => [place, read(node)]))
  const all: Figures[] = []
  for (const push of pushes) {
    if (!pushFrame('FOREX_TRADE', push)) throw new Error('the page has not subscribed')
    await rendered()
    all.push(readAll())
  }
  return pushes.length === 0 ? [readAll()] : all
}
