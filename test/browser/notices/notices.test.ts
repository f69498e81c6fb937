import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { demoUser, placeOf, setUpAccountPhones } from '#test/browser/account/account-phones.ts'
import { assertInert, hostileNames } from '#test/browser/hostile-texts.ts'
import {
  type everyNotice,
  type NoticeServer,
  notice,
  noticeServer,
  paths,
  pushOf,
} from '#test/browser/notices/example-notices.ts'
import { endLongTimers } from '#test/browser/stubbed-phones.ts'
import { shownToasts, waitForToast } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { noticeToastMs } from '#web/app/notice-toasts.ts'

const phones = setUpAccountPhones()
const topic = 'NOTICE'
const settings = '/mine/notices/settings'

const bell = (page: Page, unread: number) =>
  page.getByRole('link', {
    name: unread === 0 ? en('title.notices') : en('app.notices', { count: unread }),
    exact: true,
  })
const list = (page: Page) => page.getByRole('list', { name: en('notices.list') })
const unreadMarks = (page: Page) => list(page).getByText(en('notices.unread'), { exact: true })
const switchOf = (page: Page, group: 'orders' | 'margin' | 'alerts', channel: 'app' | 'push' | 'mail') =>
  page.getByRole('switch', {
    name: en('notices.switch', {
      group: en(`notices.group.${group}`),
      channel: en(`notices.channel.${channel}`),
    }),
    exact: true,
  })
const isChecked = (page: Page, ...of: [Parameters<typeof switchOf>[1], Parameters<typeof switchOf>[2]]) =>
  switchOf(page, ...of).isChecked()

/** Adds a notice as the server does. Its push has the notice. */
const addTo = (server: NoticeServer, added: (typeof everyNotice)[number]) => {
  server.notices = [added, ...server.notices]
  return pushOf(server.notices, [added])
}

describe('the bell', () => {
  test('counts live on every main screen, and leads to the list, which is read when it was visible', async () => {
    const server = noticeServer()
    const { page, made, socket } = await phones.open('/', server.calls)
    await bell(page, 0).waitFor()
    await socket.push(topic, pushOf(server.notices))
    await bell(page, 4).getByText('4', { exact: true }).waitFor()
    const alert = notice(13, 'price_alert', { title: 'EUR/USD is above 1.1', path: '/trade' })
    await socket.push(topic, addTo(server, alert))
    await waitForToast(page, alert.title, { exact: false })
    // The toast covers the bell.
    await endLongTimers(page, noticeToastMs)
    await bell(page, 5).tap()
    assert.equal(placeOf(page), '/mine/notices')
    await list(page).getByText('EUR/USD is above 1.1', { exact: true }).waitFor()
    await eventually(() => made(paths.read).length === 1)
    assert.deepEqual(made(paths.read)[0]?.postDataJSON(), { up_to: 13 })
    assert.equal(await unreadMarks(page).count(), 5, 'the marks stay while the list is open')
    await list(page).getByText('EUR/USD is above 1.1', { exact: true }).tap()
    assert.equal(placeOf(page), '/trade')
    await page.goBack()
    await list(page).waitFor()
    assert.equal(await unreadMarks(page).count(), 0)
    await page.getByRole('link', { name: en('control.back') }).tap()
    await bell(page, 0).waitFor()
    assert.equal(made(paths.read).length, 1)
  })

  test('of a visitor has no count and leads to the login and back', async () => {
    const { page } = await phones.open('/', noticeServer().calls)
    await page.evaluate(() => localStorage.clear())
    await page.goto('/')
    await bell(page, 0).tap()
    await page.waitForURL(`**/login?from=${encodeURIComponent('/mine/notices')}`)
  })

  test('is fetched without a live connection', async () => {
    const { page, made } = await phones.open('/', noticeServer().calls)
    await page.waitForFunction(() => (window.longTimers?.size ?? 0) > 0)
    await eventually(async () => {
      await page.evaluate(() => {
        for (const { delayMs, run } of [...(window.longTimers?.values() ?? [])]) if (delayMs === 5_000) run()
      })
      return made(paths.list).length > 0
    })
    await bell(page, 4).waitFor()
  })
})

describe('a notice that arrives', () => {
  test('comes to the top of the open list, is read there, and is announced only if nothing else does', async () => {
    const server = noticeServer()
    const { page, made, socket } = await phones.open('/mine/notices', server.calls)
    await eventually(() => made(paths.read).length === 1)
    await socket.push(topic, pushOf(server.notices))
    await socket.push(topic, addTo(server, notice(13, 'take_profit', { title: 'Take profit reached' })))
    await list(page).getByRole('listitem').first().getByText('Take profit reached').waitFor()
    await socket.push(topic, addTo(server, notice(14, 'identity_verified', { title: 'You are verified' })))
    await list(page).getByRole('listitem').first().getByText('You are verified').waitFor()
    await waitForToast(page, 'You are verified', { exact: false })
    assert.equal((await shownToasts(page)).length, 1)
    await eventually(() => made(paths.read).some((one) => one.postDataJSON().up_to === 14))
  })

  test('loads more while scrolling; an empty and a failed list say so', async () => {
    const many = Array.from({ length: 45 }, (_, at) => notice(45 - at, 'stop_loss', { read: true }))
    const { page, calls } = await phones.open('/mine/notices', noticeServer(many).calls)
    await list(page).getByRole('listitem').last().scrollIntoViewIfNeeded()
    await list(page).getByText('Notice 25', { exact: true }).waitFor()
    calls[paths.list] = { data: [], total: 0, unread: 0 }
    await page.reload()
    await page.getByText(en('notices.none'), { exact: true }).waitFor()
    calls[paths.list] = { refused: 'Not now.' }
    await page.reload()
    await page.getByText(en('notices.failed')).waitFor()
    Object.assign(calls, noticeServer().calls)
    await page.getByRole('button', { name: en('list.retry') }).tap()
    await list(page).waitFor()
  })

  test('with hostile texts and paths is inert, in the list, in a toast and from the service worker', async () => {
    const [title = '', text = ''] = hostileNames
    const hostile = [
      '//foreign.example/',
      'https://foreign.example/',
      'javascript:window.wasInjected=true',
      '/\\foreign.example',
    ]
    const notices = hostile.map((path, at) =>
      notice(9 - at, 'announcement', { title, text, path, read: true }),
    )
    const { page, socket } = await phones.open('/mine/notices', noticeServer(notices).calls)
    await list(page).getByText(title, { exact: true }).first().waitFor()
    assert.equal(await list(page).getByRole('link').count(), 0)
    await socket.push(
      topic,
      pushOf(notices, [notice(20, 'announcement', { title, text, path: '//foreign.example' })]),
    )
    await waitForToast(page, title, { exact: false })
    assert.equal(await page.getByRole('button', { name: en('notices.toast.show') }).count(), 0)
    await assertInert(page)
    const receive = (path: string) =>
      page.evaluate((wanted) => {
        const data = { kind: 'open', path: wanted }
        navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      }, path)
    for (const path of hostile) await receive(path)
    assert.equal(placeOf(page), '/mine/notices')
    await receive('/mine/history?type=10')
    await page.waitForURL('**/mine/history?type=10')
  })
})

describe('the settings of notices', () => {
  test('save each switch at once, take a refused one back, and say so', async () => {
    const server = noticeServer()
    const { page, made } = await phones.open('/mine/notices', server.calls)
    await page.getByRole('link', { name: en('title.notice_settings') }).tap()
    assert.equal(placeOf(page), settings)
    await switchOf(page, 'orders', 'push').tap()
    await eventually(() => made(paths.setChannel).length === 1)
    assert.deepEqual(made(paths.setChannel)[0]?.postDataJSON(), { group: 'orders', channel: 'push', on: 0 })
    assert.equal(await isChecked(page, 'orders', 'push'), false)
    server.fault = { refused: 'Not for you.' }
    await switchOf(page, 'alerts', 'mail').tap()
    await waitForToast(page, 'Not for you.')
    assert.equal(await isChecked(page, 'alerts', 'mail'), false)
    const locked = switchOf(page, 'margin', 'push')
    assert.deepEqual([await locked.isChecked(), await locked.isDisabled()], [true, true])
    await page.reload()
    await switchOf(page, 'orders', 'push').waitFor()
    assert.equal(await isChecked(page, 'orders', 'push'), false)
  })

  test('after a lost answer show what the server has; two quick taps end in the last state', async () => {
    const server = noticeServer()
    const { page, made } = await phones.open(settings, server.calls, { allowConsoleErrors: true })
    server.fault = 'lost'
    await switchOf(page, 'orders', 'mail').tap()
    await waitForToast(page, en('transport.failed', { code: 'ERR_NETWORK' }))
    await eventually(() => isChecked(page, 'orders', 'mail'))
    server.fault = undefined
    await switchOf(page, 'orders', 'mail').dblclick()
    await eventually(() => made(paths.setChannel).length === 3)
    assert.deepEqual(
      made(paths.setChannel).map((one) => one.postDataJSON().on),
      [1, 0, 1],
    )
    assert.equal(await isChecked(page, 'orders', 'mail'), true)
  })

  test('set quiet hours in the zone of the device, and no equal times', async () => {
    const server = noticeServer()
    const { page, made } = await phones.open(settings, server.calls, { timezoneId: 'Asia/Tokyo' })
    const sent = () => made(paths.setPush).map((one) => one.postDataJSON())
    await page.getByRole('switch', { name: en('notices.quiet') }).tap()
    await page.getByLabel(en('notices.quiet.to'), { exact: true }).fill('06:30')
    await eventually(() => sent().length === 2)
    assert.deepEqual(sent()[1], { details: 1, quiet_from: 1320, quiet_to: 390, zone: 'Asia/Tokyo' })
    await page.getByLabel(en('notices.quiet.to'), { exact: true }).fill('22:00')
    await page.getByText(en('notices.quiet.same')).waitFor()
    await page.getByRole('switch', { name: en('notices.details') }).tap()
    await eventually(() => sent().length === 3)
    assert.deepEqual(sent()[2], { details: 0, quiet_from: 1320, quiet_to: 390, zone: 'Asia/Tokyo' })
    const [zone = ''] = hostileNames
    server.preferences = { ...server.preferences, zone }
    await page.reload()
    await page.getByText(zone).waitFor()
    await assertInert(page)
    await page.getByRole('button', { name: 'GMT+9' }).tap()
    await eventually(() => sent()[3]?.zone === 'Asia/Tokyo')
  })

  test('have no mail column for a demo account, which has no address', async () => {
    const { page } = await phones.open(settings, { ...noticeServer().calls, '/api/user/info': demoUser })
    await switchOf(page, 'orders', 'push').waitFor()
    assert.equal(await page.getByText(en('notices.channel.mail'), { exact: true }).count(), 0)
  })
})
