// Pushes at the server's maximum rate, and observers of the page's reaction.
import type { Page } from 'playwright-core'
import type { AccountPush, QuoteRow } from '#contract/live.ts'
import { figuresRow, quoteRow, someMarkets, tradePush } from '#test/browser/orders/order-phones.ts'
import type { SocketWindow } from '#test/browser/trading-journeys/page-socket.ts'

const firstId = 101
const marketCount = 25
/** Id of the account's only order. */
export const orderId = 5

/** Copies of EUR/USD. */
export const manyMarkets = Array.from({ length: marketCount }, (_, at) =>
  someMarkets.map((market) => ({
    ...market,
    HasForexMultiple: [{ Value: 50 }, { Value: 100 }],
    ...(at === 0 ? {} : { Id: firstId + at, Code: `CODE${at}`, ShowCode: `CODE ${at}` }),
  })),
).flat()

export type Tick = { readonly quotes: readonly QuoteRow[]; readonly account: AccountPush }

/** One push that changes every figure. Ticks are numbered from one. */
export function tickOf(number: number): Tick {
  const bid = 1.08427 + (number % 2 === 0 ? -1 : 1) * number * 0.00003
  const quotes = manyMarkets.map(({ Id, Code }) => {
    const [Bid, Ask] = [Number(bid.toFixed(5)), Number((bid + 0.00008).toFixed(5))]
    return { ...quoteRow(Bid, Ask), Id, Code }
  })
  const account = tradePush({
    QuoteSeq: number + 1,
    Available: `${98_000 + number}.230000`,
    NetValue: `${99_538 + number}.630000`,
    HazardRate: `${6_000 + number}.34`,
    TransOrder: [figuresRow(orderId, bid.toFixed(5), `${number}.500000`)],
  })
  return { quotes, account }
}

/** Sends `count` ticks, each after the previous one is rendered. */
export async function sendTicks(page: Page, first: number, count: number): Promise<void> {
  const ticks = Array.from({ length: count }, (_, at) => tickOf(first + at))
  await page.evaluate(async (all) => {
    const { pushFrame, rendered } = window as unknown as SocketWindow
    for (const { quotes, account } of all) {
      if (!pushFrame('DAY_MARKET', quotes) || !pushFrame('FOREX_TRADE', account))
        throw new Error('the page has not subscribed')
      await rendered()
    }
  }, ticks)
}

type Watching = { readonly changes: Set<string> }

/**
 * Observes every change of the page except those of figures (text, colour, and digits in sentences), the chart, inputs
 * and the marker of the margin level. Returns a function that reads the changes.
 */
export async function watchChanges(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const changes = new Set<string>()
    const isFigure = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(
        '.tabular-nums, [role=application], [aria-hidden] > .absolute',
      ) != null
    const frame = (text: string | null) => text?.replaceAll(/[\d\u202f]/g, '')
    const watcher = new MutationObserver((records) => {
      for (const { type, target, attributeName, oldValue } of records) {
        if (isFigure(target)) continue
        if (type === 'characterData' && frame(oldValue) === frame(target.nodeValue)) continue
        const around = target instanceof Element ? target : target.parentElement
        changes.add(`${type} ${attributeName ?? ''} ${around?.outerHTML.slice(0, 120)}`)
      }
    })
    watcher.observe(document.body, {
      ...{ subtree: true, childList: true, attributes: true },
      characterDataOldValue: true,
    })
    Object.assign(window, { changes })
  })
  return async () =>
    await page.evaluate(() => {
      const { changes } = window as unknown as Watching
      const all = [...changes]
      changes.clear()
      return all
    })
}

type Shifting = SocketWindow & { readonly readShifts: () => readonly string[] }

/**
 * Observes all layout shifts, including those right after a press. Returns a function that reads and clears them.
 * Centred or end-aligned text that grows to the left does not count as a shift.
 */
export async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    type Source = Readonly<{ node: Node | null; previousRect: DOMRect; currentRect: DOMRect }>
    const shifts: string[] = []
    const isShift = ({ previousRect: before, currentRect: after }: Source) =>
      before.top !== after.top || (before.left !== after.left && before.width === after.width)
    const take = (entries: PerformanceEntryList) => {
      for (const { sources } of entries as unknown as readonly { readonly sources: readonly Source[] }[])
        for (const source of sources.filter(isShift)) {
          const { node, previousRect, currentRect } = source
          const moved = node instanceof Element ? node.outerHTML : node?.parentElement?.outerHTML
          shifts.push(
            `${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}: ${moved?.slice(0, 200)}`,
          )
        }
    }
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    const readShifts = () => {
      take(observer.takeRecords())
      return shifts.splice(0)
    }
    Object.assign(window, { readShifts })
  })
  return async () =>
    await page.evaluate(async () => {
      const { rendered, readShifts } = window as unknown as Shifting
      await rendered()
      return readShifts()
    })
}
