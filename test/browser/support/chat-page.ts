// The chat on a phone, by itself or in the frame of the app.
import type { FrameLocator, Page } from 'playwright-core'
import type { AccountPhone, PhoneOptions } from '#test/browser/account/account-phones.ts'
import type { PrivateFile } from '#test/browser/account/stub-calls.ts'
import type { OrderPhones, StubbedAccount } from '#test/browser/orders/order-phones.ts'
import { paths, type SupportServer } from '#test/browser/support/support-server.ts'
import { en } from '#test/browser/words.ts'
import { photo } from '#test/uploads/pictures.ts'

type Options = { readonly account?: Partial<StubbedAccount>; readonly phoneOptions?: PhoneOptions }

export async function openChat(
  phones: OrderPhones,
  path: string,
  server: SupportServer,
  { account = {}, phoneOptions = {} }: Options = {},
): Promise<AccountPhone> {
  const picture: PrivateFile = {
    file: await photo({ width: 320, height: 200 }),
    contentType: 'image/jpeg',
  }
  const calls = { ...server.calls, [paths.image]: picture }
  return await phones.open(path, account, { calls, phoneOptions })
}

type Place = Page | FrameLocator

export const log = (place: Place) => place.getByRole('log', { name: en('support.log') })
export const box = (place: Place) => place.getByRole('textbox', { name: en('support.text') })
export const sendButton = (place: Place) =>
  place.getByRole('button', { name: en('support.send'), exact: true })
export const frameOf = (page: Page) => page.frameLocator('iframe')
/** Messages that contain the text. */
export const bubble = (place: Place, text: string) =>
  log(place)
    .getByRole('listitem')
    .filter({ hasText: text })
    .filter({ has: place.locator('time') })

export async function write(place: Place, text: string): Promise<void> {
  await box(place).fill(text)
  await sendButton(place).tap()
}

/** Ends the session as another tab would. */
export async function logOutElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('openlot.session'))
  await tellStorage(page)
}

export async function logInElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('openlot.session', 'a-token-of-the-test'))
  await tellStorage(page)
}

/** The browser tells only other documents. */
const tellStorage = (page: Page) => page.evaluate(() => window.dispatchEvent(new StorageEvent('storage')))

/** Whether the element is within the visible part of the page. */
export const isInView = (place: Place, text: string) =>
  bubble(place, text).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
