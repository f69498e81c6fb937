// Operates the ticket by touch and keyboard, and measures each interaction until the next frame, at a quarter of this
// machine's CPU speed.
import type { Browser, Locator, Page } from 'playwright-core'
import { storeSession } from '#test/browser/account/stub-calls.ts'
import { createPhone } from '#test/browser/phone.ts'
import { en, startingWith } from '#test/browser/words.ts'

/** Opening the ticket, a key press in a field, and all other taps. */
export const kinds = ['opening', 'typing', 'choosing'] as const
export type Kind = (typeof kinds)[number]

export type Interactions = {
  /** Time from input to the next frame, longest first. Browsers round it to 8 ms. */
  readonly durationsMs: Readonly<Record<Kind, readonly number[]>>
  /** Tasks over 50 ms during the interactions. */
  readonly longTasks: number
}

const slowdown = 4
/** Time for one-time work before the measurement: chart, images, optimisation of hot code. */
const settleMs = 3_000

export async function interact(browser: Browser, address: string, rounds: number): Promise<Interactions> {
  const phone = await createPhone(browser)
  try {
    const { page } = phone
    await storeSession(page, 'a-token-of-the-bench')
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${address}/trade`)
    await openTicketButton(page).waitFor()
    await page.waitForTimeout(settleMs)
    await page.evaluate(watchInPage)
    for (let round = 0; round < rounds; round += 1) await playTicket(page)
    return await page.evaluate(readInPage)
  } finally {
    await phone.close()
  }
}

const openTicketButton = (page: Page) =>
  page.getByRole('button', { name: startingWith(en('order.side.buy')) })
const sheetOf = (page: Page): Locator => page.getByRole('dialog')
const field = (page: Page, name: string) => sheetOf(page).getByRole('textbox', { name })
const label = (page: Page, text: string) => sheetOf(page).getByText(text, { exact: true })

/** Uses every control of the ticket and restores its initial state. */
async function playTicket(page: Page): Promise<void> {
  await tap(page, openTicketButton(page), 'opening')
  await sheetOf(page).getByRole('switch').first().waitFor()
  // Duration of the opening animation.
  await page.waitForTimeout(animationMs)
  await type(page, en('order.lots'), '1.25')
  await tap(page, label(page, en('order.kind.pending')))
  await type(page, en('order.target_price'), '1.085')
  const boxes = [en('order.stop_loss'), en('order.take_profit')].map((name) =>
    sheetOf(page).getByRole('switch', { name }),
  )
  for (const box of boxes) await tap(page, box)
  await type(page, en('order.stop_loss'), '1.0714')
  await tap(page, label(page, en('stop.by.money')).first())
  await type(page, en('order.stop_loss'), '250.5')
  for (const unit of ['%', en('stop.by.price')]) await tap(page, label(page, unit).first())
  for (const side of ['sell', 'buy'] as const) await tap(page, label(page, en(`order.side.${side}`)))
  for (const name of [en('order.lots'), en('order.target_price'), en('order.take_profit')])
    for (const at of [1, 1, 0])
      await tap(page, sheetOf(page).getByRole('group', { name }).getByRole('button').nth(at))
  for (const box of boxes) await tap(page, box)
  await tap(page, label(page, en('order.kind.market')))
  await page.waitForTimeout(betweenMs)
  await page.goBack()
  await sheetOf(page).waitFor({ state: 'detached' })
}

/** Pause between inputs, long enough for the page to finish the previous one. */
const betweenMs = 150
const animationMs = 500

/** Locates the target before the tap, because locating also takes time in the page. */
async function tap(page: Page, target: Locator, kind: Kind = 'choosing'): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('the target is not visible')
  await startKind(page, kind)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).focus()
  await startKind(page, 'typing')
  for (const key of ['ControlOrMeta+A', ...text]) {
    await page.keyboard.press(key)
    await page.waitForTimeout(betweenMs)
  }
}

/** Waits for the previous input, and sets the kind of all later inputs. */
async function startKind(page: Page, kind: Kind): Promise<void> {
  await page.waitForTimeout(betweenMs)
  await page.evaluate((next) => Object.assign(window, { kind: next }), kind)
}

type Watched = {
  readonly kind: Kind
  readonly interactions: Map<number, { readonly kind: Kind; readonly ms: number }>
  readonly tasks: number[]
}

/** Runs in the page. The browser does not report interactions shorter than 16 ms. */
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
  // The last entries are delivered after the next frame.
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
