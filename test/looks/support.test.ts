import type { Page } from 'playwright-core'
import { aborted } from '#test/browser/account/stub-calls.ts'
import { openOrder, stoppedOutOrder } from '#test/browser/orders/detail-page.ts'
import { setUpOrderPhones } from '#test/browser/orders/order-phones.ts'
import { openChat } from '#test/browser/support/chat-page.ts'
import { message, paths, settingsWith, supportServer } from '#test/browser/support/support-server.ts'
import { settle } from '#test/browser/ui/settle.ts'
import { testAppearances } from '#test/looks/appearances.ts'
import { assertAccessible, assertFitsLargeText } from '#test/looks/assert-accessible.ts'
import { savePicture } from '#test/looks/save-picture.ts'
import { photo } from '#test/uploads/pictures.ts'

const phones = setUpOrderPhones()
const account = { open: [openOrder], over: [stoppedOutOrder] }
const picture = (digit: string, width = 320, height = 200) => ({ name: digit.repeat(32), width, height })

/** A talk of two days with everything that a message can have. */
const talk = [
  message(1, { text: 'Hello, my position was closed last night. Why?' }),
  message(2, { text: 'Good morning. Please tell us which one.\nWe look at it at once.' }),
  message(3, { text: '', order_id: 1010 }),
  message(4, { text: 'مرحبا https://example.com/a-very-long-address-without-any-break/0123456789' }),
  message(5, { text: 'This is what I saw:', images: [picture('a')] }),
  message(6, { text: '', images: [picture('b'), picture('c', 200, 320)] }),
  message(7, { created_at: '2026-11-14T07:30:00.000Z', text: 'Thank you.' }),
  message(8, { created_at: '2026-11-14T07:31:00.000Z', text: 'You are welcome.' }),
]

const field = (page: Page) => page.locator('textarea')
const sendIt = (page: Page) => page.locator('form button[type=submit]').tap()

testAppearances('the support chat', async (appearance) => {
  const server = supportServer(talk)
  server.marks = { delivered: 6, read: 6, desk_delivered: 6, desk_read: 4 }
  const { page, calls } = await openChat(phones, '/support', server, {
    account,
    phoneOptions: { ...appearance, allowConsoleErrors: true },
  })
  await page.locator('[role=log] li').nth(9).waitFor()
  await settle(page)
  await assertAccessible(page, 'support chat')
  await savePicture(page, 'support chat', appearance)

  calls[paths.send] = {
    refused: 'You have sent too much today. Please try again tomorrow.',
    reason: 'support_limit',
  }
  await field(page).fill('One more question.')
  await sendIt(page)
  await page.locator('[role=log] li button').nth(4).waitFor()
  calls[paths.send] = aborted
  await field(page).fill('Are you there?')
  await sendIt(page)
  const buffer = await photo({ width: 320, height: 200 })
  await page.locator('input[type=file]').setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }])
  await page.locator('form button[aria-haspopup=dialog]').tap()
  await page.getByRole('dialog').locator('li button').first().waitFor()
  await assertAccessible(page, 'orders for support')
  await savePicture(page, 'orders for support', appearance)
  await page.getByRole('dialog').locator('li button').first().tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await field(page).fill('A text of several lines\nwith what is attached\nabove it')
  await page.locator('form li img').waitFor()
  await settle(page)
  await assertAccessible(page, 'message to support')
  await savePicture(page, 'message to support', appearance)
  await assertFitsLargeText(page)
})

testAppearances('online support', async (appearance) => {
  const server = supportServer()
  const { page, calls } = await openChat(phones, '/mine/chat?order=1012', server, {
    account,
    phoneOptions: appearance,
  })
  await page.frameLocator('iframe').locator('textarea').waitFor()
  await settle(page)
  await assertAccessible(page, 'online support')
  await savePicture(page, 'online support', appearance)
  calls[paths.settings] = settingsWith('https://help.example.com/chat?from=openlot', 2)
  await page.reload()
  await page.locator('main a[target=_blank]').waitFor()
  await assertAccessible(page, 'support link')
  await savePicture(page, 'support link', appearance)
  await assertFitsLargeText(page)
})
