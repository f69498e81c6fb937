import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aborted, sessionEnded } from '#test/browser/account/stub-calls.ts'
import { openOrder } from '#test/browser/orders/detail-page.ts'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import {
  box,
  bubble,
  frameOf,
  isInView,
  log,
  logInElsewhere,
  logOutElsewhere,
  openChat,
  sendButton,
  write,
} from '#test/browser/support/chat-page.ts'
import { message, paths, settingsWith, supportServer } from '#test/browser/support/support-server.ts'
import { waitForToast } from '#test/browser/toasts.ts'
import { en } from '#test/browser/words.ts'
import { eventually } from '#test/eventually.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpOrderPhones()
const link = 'https://help.example.com/chat'
const aborts = { phoneOptions: { allowConsoleErrors: true } } as const

describe('the entry for support', () => {
  test('opens the chat in a frame, and counts unread answers', async () => {
    const server = supportServer([message(1), message(2)])
    const { page, socket } = await openChat(phones, '/user', server)
    const entry = page.getByRole('link', { name: en('title.chat') })
    await socket.push('SUPPORT', server.add({ author: 'desk', text: 'Hello' }))
    await entry.getByText(en('user.unread_messages', { count: 2 })).waitFor()
    await entry.tap()
    await bubble(frameOf(page), 'Hello').waitFor()
    await eventually(() => server.marks.read === 3, 'the answers are marked as read')
    assert.equal(server.marks.delivered, 3)
  })

  test('copies a link, or shows it if the browser refuses', async () => {
    const server = supportServer()
    server.calls[paths.settings] = settingsWith(link, 2)
    const { page } = await openChat(phones, '/login', server)
    await page.goto('/mine/announcement')
    const entry = page.getByRole('link', { name: en('app.support') })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await entry.tap()
    await waitForToast(page, en('support.link.copied'))
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
      document.execCommand = () => false
    })
    await entry.tap()
    await page.waitForURL('**/mine/chat')
    await page.getByText(link).waitFor()
    assert.equal(await page.getByRole('link', { name: en('support.link.open') }).getAttribute('href'), link)
  })

  test('redirects to a link, or frames it with a way out; a frame that is blocked shows the link', async () => {
    const server = supportServer()
    server.calls[paths.settings] = settingsWith(link, 3)
    const { page, calls } = await openChat(phones, '/mine/email', server, aborts)
    const helpDesk = { body: 'Help desk', contentType: 'text/html' }
    const { origin } = new URL(page.url())
    const ownLink = `${origin}/help-desk`
    for (const address of [link, ownLink]) await page.route(address, (route) => route.fulfill(helpDesk))
    await page.getByRole('link', { name: en('app.support') }).tap()
    await page.waitForURL(link)

    calls[paths.settings] = settingsWith(ownLink, 1)
    await page.goto(`${origin}/mine/chat?order=5`)
    await frameOf(page).getByText('Help desk').waitFor()
    assert.doesNotMatch((await page.locator('iframe').getAttribute('sandbox')) ?? '', /top-navigation/)
    const wayOut = page.getByRole('link', { name: en('support.open_tab') })
    assert.deepEqual(
      [await wayOut.getAttribute('href'), await wayOut.getAttribute('target')],
      [ownLink, '_blank'],
    )
    calls[paths.settings] = settingsWith(link, 1)
    await page.reload()
    await page.getByRole('link', { name: en('support.link.open') }).waitFor()
    assert.equal(await page.locator('iframe').count(), 0)
  })
})

describe('the own chat without a frame', () => {
  test('is shown if the frame would not find the session in the storage', async () => {
    const server = supportServer([message(1)])
    const { page, made } = await openChat(phones, '/user', server)
    const entry = page.getByRole('link', { name: en('title.chat') })
    await entry.waitFor()
    await page.evaluate(() => localStorage.removeItem('openlot.session'))
    await entry.tap()
    await bubble(page, 'Message 1').waitFor()
    await write(page, 'Hello?')
    await bubble(page, 'Hello?').getByText(en('support.state.sent')).waitFor()
    assert.deepEqual([made(paths.open).length, await page.locator('iframe').count()], [0, 0])
    assert.equal(new URL(page.url()).pathname, '/mine/chat')
    assert.equal(await page.getByRole('main').count(), 1)
    assert.ok(await isInView(page, 'Hello?'))
  })

  test('is shown if the policy of the page blocks the frame, and the address loses its order', async () => {
    const server = supportServer([message(1)])
    const { page } = await openChat(phones, '/user', server, aborts)
    await page.evaluate((origin) => {
      const policy = document.createElement('meta')
      Object.assign(policy, { httpEquiv: 'Content-Security-Policy', content: `frame-src ${origin}` })
      document.head.append(policy)
      history.pushState(null, '', '/mine/chat?order=5')
    }, new URL(link).origin)
    await bubble(page, 'Message 1').waitFor()
    await page.getByRole('button', { name: en('support.order.remove') }).tap()
    await page.waitForURL('**/mine/chat')
    assert.equal(await box(page).count(), 1)
  })
})

describe('a message', () => {
  test('is shown at once, sent again with its key after a reload, and marked until it is read', async () => {
    const server = supportServer([message(1), message(2)])
    const { page, calls, made, socket } = await openChat(phones, '/support', server, aborts)
    const send = calls[paths.send]
    calls[paths.send] = aborted
    await write(page, 'Where is\nmy money?')
    await bubble(page, 'my money?').getByText(en('support.state.waiting')).waitFor()
    await box(page).fill('A draft')
    calls[paths.send] = send
    await page.reload()
    await bubble(page, 'my money?').getByText(en('support.state.sent')).waitFor()
    assert.equal(await box(page).inputValue(), 'A draft')
    assert.equal(new Set(made(paths.send).map((request) => request.headers()['idempotency-key'])).size, 1)
    assert.equal(await bubble(page, 'my money?').count(), 1)
    assert.ok(made(paths.typing).length >= 1)

    server.marks = { ...server.marks, desk_delivered: 3 }
    await socket.push('SUPPORT', { thread: server.thread(), messages: [] })
    await bubble(page, 'my money?').getByText(en('support.state.delivered')).waitFor()
    await socket.push('SUPPORT', { typing: 'desk' })
    await page.getByText(en('support.typing')).waitFor()
    server.marks = { ...server.marks, desk_read: 3 }
    await socket.push('SUPPORT', server.add({ author: 'desk', text: 'It is on its way.' }))
    await bubble(page, 'on its way').waitFor()
    await bubble(page, 'my money?').getByText(en('support.state.read')).waitFor()
    assert.equal(await page.getByText(en('support.typing')).count(), 0)
  })

  test('that is refused stays with the reason, and is sent again, edited or removed', async () => {
    const server = supportServer([message(1)])
    const { page, calls } = await openChat(phones, '/support', server)
    assert.equal(await box(page).getAttribute('enterkeyhint'), 'enter')
    const send = calls[paths.send]
    calls[paths.send] = { refused: 'Too much today.', reason: 'support_limit' }
    await write(page, 'one')
    await write(page, 'two')
    const button = (text: string, name: string) => bubble(page, text).getByRole('button', { name })
    await bubble(page, 'two').getByText('Too much today.').waitFor()
    await button('two', en('support.remove')).tap()
    calls[paths.send] = send
    await button('one', en('support.again')).tap()
    await bubble(page, 'one').getByText(en('support.state.sent')).waitFor()
    assert.equal(await bubble(page, 'two').count(), 0)
    calls[paths.send] = { refused: 'Unknown picture.', reason: 'image_unknown' }
    await write(page, 'three')
    await box(page).fill('A draft')
    await button('three', en('support.edit')).tap()
    assert.equal(await box(page).inputValue(), 'A draft\nthree')
    assert.equal(await bubble(page, 'three').count(), 0)
    await page.reload()
    await bubble(page, 'Message 1').waitFor()
    assert.equal(await box(page).inputValue(), 'A draft\nthree')
    await box(page).fill('x'.repeat(2001))
    await page.getByText(en('support.text.too_long', { count: 1 })).waitFor()
  })

  test('has pictures, which are shown before and after, and enlarged', async () => {
    const server = supportServer([message(1)])
    const { page, calls, made } = await openChat(phones, '/support', server)
    const buffer = await photo({ width: 320, height: 200 })
    const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer }
    const picker = page.getByLabel(en('support.attach.picture'), { exact: true })
    const upload = calls[paths.upload]
    calls[paths.upload] = { refused: 'Too many.', reason: 'image_quota' }
    await picker.setInputFiles([file])
    const again = page.getByRole('button', { name: en('support.picture.again', { number: 1 }) })
    await again.waitFor()
    await page.getByText(en('support.picture.quota')).waitFor()
    await write(page, 'Look')
    await page.getByText(en('support.pictures.failed')).waitFor()
    assert.deepEqual([await box(page).inputValue(), made(paths.send).length], ['Look', 0])
    await box(page).fill('')
    calls[paths.upload] = upload
    await again.tap()
    await picker.setInputFiles([file])
    const tray = page.getByRole('list', { name: en('support.pictures') })
    await tray.getByRole('button', { name: en('support.picture.remove', { number: 2 }) }).tap()
    await again.waitFor({ state: 'hidden' })
    await eventually(async () => (await tray.getByRole('progressbar').count()) === 0)
    await sendButton(page).tap()
    await page.getByRole('button', { name: en('support.picture.open', { number: 1 }) }).tap()
    await page.getByRole('dialog').getByRole('img').waitFor()
    assert.deepEqual(made(paths.send)[0]?.postDataJSON(), { images: 'a'.repeat(32) })
    assert.equal(await tray.count(), 0)
  })
})

describe('earlier messages', () => {
  test('are read by scrolling up, and what is read stays where it is', async () => {
    const server = supportServer(Array.from({ length: 120 }, (_, at) => message(at + 1)))
    server.marks = { ...server.marks, delivered: 120, read: 120 }
    const { page, made, socket } = await openChat(phones, '/support', server)
    await bubble(page, 'Message 120').waitFor()
    const main = page.getByRole('main')
    await eventually(() => isInView(page, 'Message 120'))
    const topOf = (text: string) => bubble(page, text).evaluate((each) => each.getBoundingClientRect().top)
    await main.evaluate((element) => element.scrollTo({ top: 300 }))
    await bubble(page, 'Message 30').waitFor({ state: 'attached' })
    const before = await topOf('Message 75')
    assert.ok(before > 0 && before < 844, `Message 75 is at ${before}`)
    assert.deepEqual(
      made(paths.messages).map((request) => new URL(request.url()).searchParams.get('before')),
      [null, '71'],
    )
    await socket.push('SUPPORT', server.add({ author: 'desk', text: 'Are you there?' }))
    const jump = page.getByRole('button', { name: en('support.jump.new', { count: 1 }) })
    await jump.waitFor()
    assert.deepEqual([await topOf('Message 75'), server.marks.read], [before, 120])
    await jump.tap()
    await eventually(() => isInView(page, 'Are you there?'))
    await eventually(() => server.marks.read === 121, 'the answer is marked as read')
  })
})

describe('the end of the chat', () => {
  test('stays in view when the card of an order grows, but not while earlier messages are read', async () => {
    const texts = Array.from({ length: 30 }, (_, at) => message(at + 1))
    const server = supportServer([...texts, message(31, { order_id: 1012 })])
    server.marks = { ...server.marks, delivered: 31, read: 31 }
    const { page } = await openChat(phones, '/support', server)
    await bubble(page, 'Message 31').waitFor()
    await eventually(() => isInView(page, 'Message 31'))
    const grow = () =>
      bubble(page, 'Message 31')
        .getByRole('link')
        .evaluate(async (card) => {
          card.style.minHeight = `${card.clientHeight + 200}px`
          for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
        })
    const fromEnd = () =>
      page.getByRole('main').evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight)
    await grow()
    await eventually(async () => (await fromEnd()) < 2, 'the end is in view')
    await page.getByRole('main').evaluate((element) => element.scrollTo({ top: 800 }))
    await page.getByRole('button', { name: en('support.jump'), exact: true }).waitFor()
    await grow()
    assert.ok((await fromEnd()) > 200, 'the place is kept')
  })
})

describe('a visitor', () => {
  test('opens a thread with the first message, and takes it along into the account', async () => {
    const server = supportServer()
    const { page, calls, made, socket } = await openChat(phones, '/support', server)
    await write(page, 'of the user')
    await bubble(page, 'of the user').waitFor()
    await logOutElsewhere(page)
    await page.getByText(en('support.empty.visitor')).waitFor()
    assert.equal(made(paths.open).length, 0)
    server.messages = []
    await write(page, 'of the visitor')
    await bubble(page, 'of the visitor').getByText(en('support.state.sent')).waitFor()
    const [, sent] = made(paths.send)
    assert.equal(sent?.headers()['support-thread'], 'visitor-token')
    assert.doesNotMatch(sent?.url() ?? '', /visitor-token/)

    calls[paths.claim] = { refused: 'Busy.', reason: 'busy' }
    await page.evaluate(() => history.pushState(null, '', '/login'))
    await page.getByRole('link', { name: en('app.support') }).waitFor()
    await socket.push('SUPPORT', server.add({ author: 'desk', text: 'An answer' }))
    await page.getByRole('link', { name: en('app.support.unread', { count: 1 }) }).waitFor()
    await logInElsewhere(page)
    await eventually(() => made(paths.claim).length === 1)
    calls[paths.claim] = () => server.thread()
    await page.goto('/mine/chat')
    await eventually(() => page.evaluate(() => localStorage.getItem('openlot.support_thread') === null))
    const frame = frameOf(page)
    await bubble(frame, 'of the visitor').waitFor()
    // The app around the frame logs out.
    await page.evaluate(() => localStorage.removeItem('openlot.session'))
    await frame.getByText(en('support.empty.visitor')).waitFor()
    assert.equal(await log(frame).count(), 0)
  })
})

describe('a session that has ended', () => {
  test('leaves the chat to a visitor, who does not see it; the message is sent after the next login', async () => {
    const server = supportServer([message(1)])
    const { page, calls, made } = await openChat(phones, '/support', server)
    await bubble(page, 'Message 1').waitFor()
    const send = calls[paths.send]
    calls[paths.send] = sessionEnded
    await write(page, 'Hello?')
    await page.getByText(en('support.empty.visitor')).waitFor()
    assert.equal(new URL(page.url()).pathname, '/support')
    calls[paths.send] = send
    await logInElsewhere(page)
    await bubble(page, 'Hello?').getByText(en('support.state.sent')).waitFor()
    assert.equal(new Set(made(paths.send).map((request) => request.headers()['idempotency-key'])).size, 1)
  })
})

describe('an order', () => {
  test('is attached by a link of its detail, or from the list, and leads back to its detail', async () => {
    const server = supportServer([message(1)])
    const account = { open: [openOrder] }
    const { page, made } = await openChat(phones, '/order?id=1012', server, { account })
    await page
      .getByRole('dialog')
      .getByRole('link', { name: en('detail.ask') })
      .tap()
    const frame = frameOf(page)
    const chip = frame.getByText(en('support.order.about', { id: '\u2066#1012\u2069' }))
    await chip.waitFor()
    await frame.locator('body').evaluate((body) => body.setAttribute('data-kept', ''))
    await frame.getByRole('button', { name: en('support.order.remove') }).tap()
    await page.waitForURL('**/mine/chat')
    await frame.locator('body[data-kept]').waitFor()
    await frame.getByRole('button', { name: en('support.attach.order') }).tap()
    const picker = frame.getByRole('dialog')
    await picker.getByText(en('support.pick.open')).tap()
    await picker.getByRole('list').getByRole('button').first().tap()
    await chip.waitFor()
    await write(frame, 'Why?')
    const card = bubble(frame, 'Why?').getByRole('link')
    await card.getByText('EUR/USD').waitFor()
    assert.deepEqual(made(paths.send)[0]?.postDataJSON(), { text: 'Why?', order_id: 1012 })
    assert.equal(await chip.count(), 0)
    await card.tap()
    await page.waitForURL('**/order?id=1012')
    assert.equal(await page.locator('iframe').count(), 0)
  })
})
