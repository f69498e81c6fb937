// A support thread answered by the test.
import type { Request } from 'playwright-core'
import type { BasicInfoAnswer } from '#contract/calls/settings.ts'
import type { SupportMessage, SupportThread } from '#contract/calls/support.ts'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'

export const paths = {
  open: '/api/support/open',
  messages: '/api/support/messages',
  send: '/api/support/send',
  mark: '/api/support/mark',
  typing: '/api/support/typing',
  claim: '/api/support/claim',
  upload: '/api/support/image_upload',
  image: '/api/support/image',
  settings: '/api/basicSet/getBasicInfo',
} as const

const firstMs = Date.UTC(2026, 10, 12, 9, 0)
const minuteMs = 60_000

export const message = (number: number, changed: Partial<SupportMessage> = {}): SupportMessage => ({
  number,
  author: number % 2 === 1 ? 'user' : 'desk',
  text: `Message ${number}`,
  order_id: null,
  images: [],
  created_at: new Date(firstMs + number * 7 * minuteMs).toISOString(),
  ...changed,
})

export const settingsWith = (service_link: string, service_link_type: number): BasicInfoAnswer => ({
  ...{ service_link, service_link_type, verify_reg_type: 1 },
  ...{ trade_fee_type: 1, simulated_prices: 0, real_trades: 1 },
})

export type SupportServer = {
  messages: readonly SupportMessage[]
  marks: Pick<SupportThread, 'delivered' | 'read' | 'desk_delivered' | 'desk_read'>
  readonly calls: StubbedCalls
  readonly thread: () => SupportThread
  /** Adds a message and returns its push. */
  readonly add: (changed: Partial<SupportMessage>) => { thread: SupportThread; messages: SupportMessage[] }
}

/** Answers as the server does, for one thread. */
export function supportServer(messages: readonly SupportMessage[] = []): SupportServer {
  const keys = new Map<string, SupportMessage>()
  const server: SupportServer = {
    messages,
    marks: { delivered: 0, read: 0, desk_delivered: 0, desk_read: 0 },
    calls: {},
    thread() {
      const { marks } = server
      const unread = server.messages.filter(({ author, number }) => author === 'desk' && number > marks.read)
      const last_number = server.messages.at(-1)?.number ?? 0
      return { state: last_number === 0 ? 'none' : 'open', last_number, unread: unread.length, ...marks }
    },
    add(changed) {
      const number = (server.messages.at(-1)?.number ?? 0) + 1
      const added = message(number, changed)
      server.messages = [...server.messages, added]
      return { thread: server.thread(), messages: [added] }
    },
  }
  Object.assign(server.calls, {
    [paths.open]: { thread: 'visitor-token' },
    [paths.messages]: (request: Request) => ({ data: pageOf(server, request), thread: server.thread() }),
    [paths.send](request: Request) {
      const key = request.headers()['idempotency-key'] ?? ''
      const { text = '', images = '', order_id = null } = request.postDataJSON()
      const names = images === '' ? [] : images.split(',')
      const known = keys.get(key)
      if (known !== undefined) return known
      const [sent] = server.add({
        ...{ author: 'user', text, order_id },
        images: names.map((name: string) => ({ name, width: 320, height: 200 })),
      }).messages
      if (sent !== undefined) keys.set(key, sent)
      return sent
    },
    [paths.mark](request: Request) {
      const { delivered = 0, read = 0 } = request.postDataJSON()
      const { marks } = server
      server.marks = {
        ...marks,
        delivered: Math.max(marks.delivered, delivered),
        read: Math.max(marks.read, read),
      }
      return server.thread()
    },
    [paths.typing]: null,
    [paths.claim]: () => server.thread(),
    [paths.upload]: { name: 'a'.repeat(32), width: 320, height: 200 },
    [paths.settings]: settingsWith('', 1),
  })
  return server
}

function pageOf({ messages }: SupportServer, request: Request): readonly SupportMessage[] {
  const { searchParams } = new URL(request.url())
  const limit = Number(searchParams.get('limit'))
  const after = searchParams.get('after')
  if (after !== null) return messages.filter(({ number }) => number > Number(after)).slice(0, limit)
  const before = Number(searchParams.get('before') ?? Number.MAX_SAFE_INTEGER)
  return messages.filter(({ number }) => number < before).slice(-limit)
}
