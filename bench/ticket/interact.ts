// What fingers do on a ticket, and how long each of it took until it could be seen, on a phone with a quarter of this
// processor.
import type { Browser, Locator, Page } from 'playwright-core'
import { beginSession } from '#test/browser/account/stub-calls.ts'
import { takePhone } from '#test/browser/phone.ts'

/** Opening the ticket, a key in one of its fields, and everything else that is pressed in it. */
export const kinds = ['opening', 'typing', 'choosing'] as const
export type Kind = (typeof kinds)[number]

export type Interactions = {
  /** Each from the press to the next picture, in ms, longest first; the browser counts in steps of eight. */
  readonly durationsMs: Readonly<Record<Kind, readonly number[]>>
  /** Tasks over 50 ms meanwhile. */
  readonly longTasks: number
}

const slowdown = 4
/** For everything that happens once: the chart, the pictures, code that is made fast. */
const settleMs = 3_000

export async function interact(browser: Browser, address: string, rounds: number): Promise<Interactions> {
  const phone = await takePhone(browser)
  try {
    const { page } = phone
    await beginSession(page, 'a-token-of-the-bench')
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${address}/trade`)
    await page.getByRole('button', { name: 'Buy up' }).waitFor()
    await page.waitForTimeout(settleMs)
    await page.evaluate(watchInPage)
    for (let round = 0; round < rounds; round += 1) await playTicket(page)
    return await page.evaluate(readInPage)
  } finally {
    await phone.close()
  }
}

const sheetOf = (page: Page): Locator => page.getByRole('dialog')
const field = (page: Page, name: string) => sheetOf(page).getByRole('textbox', { name })
const words = (page: Page, text: string) => sheetOf(page).getByText(text, { exact: true })

/** Every way to change a ticket; it ends as it began. */
async function playTicket(page: Page): Promise<void> {
  await tap(page, page.getByRole('button', { name: 'Buy up' }), 'opening')
  await sheetOf(page).getByRole('switch').first().waitFor()
  // It rises for so long.
  await page.waitForTimeout(risingMs)
  await type(page, 'Lots', '1.25')
  await tap(page, words(page, 'Pending'))
  await type(page, 'Target price', '1.085')
  const boxes = ['Stop loss', 'Take profit'].map((name) => sheetOf(page).getByRole('switch', { name }))
  for (const box of boxes) await tap(page, box)
  await type(page, 'Stop loss', '1.0714')
  await tap(page, words(page, 'USD').first())
  await type(page, 'Stop loss', '250.5')
  for (const unit of ['%', 'Price']) await tap(page, words(page, unit).first())
  for (const side of ['Buy low', 'Buy up']) await tap(page, words(page, side))
  for (const name of ['Lots', 'Target price', 'Take profit'])
    for (const at of [1, 1, 0])
      await tap(page, sheetOf(page).getByRole('group', { name }).getByRole('button').nth(at))
  for (const box of boxes) await tap(page, box)
  await tap(page, words(page, 'Market price'))
  await page.waitForTimeout(betweenMs)
  await page.goBack()
  await sheetOf(page).waitFor({ state: 'detached' })
}

/** As fast as fingers are; the page has long done what was asked of it before. */
const betweenMs = 150
const risingMs = 500

/** Looking for what to press costs the page time as well, so that is over before the press. */
async function tap(page: Page, target: Locator, kind: Kind = 'choosing'): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('there is nothing to press')
  await now(page, kind)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).focus()
  await now(page, 'typing')
  for (const key of ['ControlOrMeta+A', ...text]) {
    await page.keyboard.press(key)
    await page.waitForTimeout(betweenMs)
  }
}

/** What was pressed before is over by then, and what is pressed from now on is of this kind. */
async function now(page: Page, kind: Kind): Promise<void> {
  await page.waitForTimeout(betweenMs)
  await page.evaluate((next) => Object.assign(window, { kind: next }), kind)
}

type Watched = {
  readonly kind: Kind
  readonly interactions: Map<number, { readonly kind: Kind; readonly ms: number }>
  readonly tasks: number[]
}

/** Runs in the page. What took less than a picture and a half is not told, and does not matter. */
function watchInPage(): void {
  const interactions: Map<number, { readonly kind: Kind; readonly ms: number }> = new Map()
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    const { kind } = window as unknown as Watched
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      const known = interactions.get(interactionId)
      if (interactionId > 0)
        interactions.set(interactionId, {
          kind: known?.kind ?? kind,
          ms: Math.max(duration, known?.ms ?? 0),
        })
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  Object.assign(window, { interactions, tasks })
}

async function readInPage(): Promise<Interactions> {
  // What was measured last is told after the next picture.
  for (let frame = 0; frame < 10; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn))
  const { interactions, tasks } = window as unknown as Watched
  const of = (kind: Kind) =>
    [...interactions.values()]
      .filter((one) => one.kind === kind)
      .map(({ ms }) => ms)
      .sort((one, other) => other - one)
  return {
    durationsMs: { opening: of('opening'), typing: of('typing'), choosing: of('choosing') },
    longTasks: tasks.length,
  }
}
