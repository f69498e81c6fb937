// Opens a page whose WebSocket is a fake inside the page, so that a test can push and read in one step.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type StubbedCalls, storeSession, stubCalls } from '#test/browser/account/stub-calls.ts'
import type { StubbedPhones } from '#test/browser/stubbed-phones.ts'

/** Functions that the fake adds to `window`. */
export type SocketWindow = {
  /** Sends the data to all subscribers of the topic. Returns false if there are none. */
  readonly pushFrame: (topic: string, data: unknown) => boolean
  /** Resolves after the pushed data is rendered: one animation frame and one task later. */
  readonly rendered: () => Promise<void>
}

export async function openPageWithSocket(
  phones: StubbedPhones,
  path: string,
  calls: StubbedCalls,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await phones.create({ timezoneId: 'UTC', ...options })
  await stubCalls(page, calls)
  await storeSession(page, 'a-token-of-the-test')
  await page.addInitScript(installSocket)
  await page.goto(path)
  await page.locator('[data-screen] main').waitFor()
  return page
}

/** Waits for the page to subscribe to the topic, then pushes. */
export async function pushToPage(page: Page, topic: string, data: unknown): Promise<void> {
  await page.waitForFunction(
    ([to, what]) => (window as unknown as SocketWindow).pushFrame(String(to), what),
    [topic, data] as const,
  )
  await page.evaluate(() => (window as unknown as SocketWindow).rendered())
}

/** Runs in the page before the app. */
function installSocket(): void {
  const topics = new Set<string>()
  let current: FakeSocket | undefined
  class FakeSocket {
    onopen: (() => void) | null = null
    onmessage: ((event: { readonly data: string }) => void) | null = null
    constructor() {
      topics.clear()
      current = this
      queueMicrotask(() => this.onopen?.())
    }
    receive(frame: unknown): void {
      this.onmessage?.({ data: JSON.stringify(frame) })
    }
    send(text: string): void {
      const { cmd, topic } = JSON.parse(text)
      if (cmd === 'unsub') topics.delete(topic)
      if (cmd === 'sub') topics.add(topic)
      if (cmd === 'ping') queueMicrotask(() => this.receive({ cmd: 'pong' }))
      if (cmd === 'login' || cmd === 'sub') queueMicrotask(() => this.receive({ cmd, topic, code: 1 }))
    }
    close(): void {
      topics.clear()
    }
  }
  Object.assign(window, {
    WebSocket: FakeSocket,
    pushFrame(topic: string, data: unknown) {
      if (!topics.has(topic)) return false
      current?.receive({ topic, data })
      return true
    },
    async rendered() {
      await new Promise((begun) => requestAnimationFrame(begun))
      await new Promise((over) => setTimeout(over, 0))
    },
  })
}
