// The support chat of the fake desk, and its live socket.
import type { Page, WebSocketRoute } from 'playwright-core'
import type {
  CannedAnswer,
  DeskSupportMessage,
  DeskSupportThread,
  SupportDetailsAnswer,
  SupportFiguresAnswer,
  SupportOrderAnswer,
} from '#contract/desk/support.ts'
import type { SupportDeskPush } from '#contract/live.ts'
import { type Answer, no, ok, pageSize } from '#test/browser/desk/fake-answers.ts'
import { serverEn } from '#test/browser/words.ts'
import { someMessage, someThread } from '#test/desk/support-fixtures.ts'
import { orderWire, receiptWire } from '#test/wire/order-fixtures.ts'

export type FakeSupport = {
  threads: readonly DeskSupportThread[]
  /** By thread. */
  messages: Readonly<Record<number, readonly DeskSupportMessage[]>>
  user: SupportDetailsAnswer['user']
  episodes: SupportDetailsAnswer['episodes']
  canned: readonly CannedAnswer[]
  figures: SupportFiguresAnswer
  order: SupportOrderAnswer | undefined
}

const noTimes = {
  ...{ operator: '', answered: 0, first_answer_median: null, first_answer_p90: null },
  ...{ resolved: 0, resolution_median: null, resolution_p90: null },
}

export const emptySupport = (): FakeSupport => ({
  ...{ threads: [], messages: {}, user: null, episodes: [], canned: [], order: undefined },
  figures: { opened: 0, overall: noTimes, operators: [] },
})

export const waitingThreads = ({ threads }: FakeSupport) =>
  threads.filter(({ state, waiting_since }) => state === 'open' && waiting_since !== null)

/** As the server: the longest wait first, then those without one. */
const byWait = (one: DeskSupportThread, other: DeskSupportThread) =>
  waitOf(one) - waitOf(other) || one.id - other.id

const waitOf = ({ waiting_since }: DeskSupportThread) =>
  waiting_since === null ? Number.MAX_SAFE_INTEGER : Date.parse(waiting_since)

/** The operator `email` makes the calls. */
export function supportAnswers(world: FakeSupport, email: string): Readonly<Record<string, Answer>> {
  const find = (id: unknown) => world.threads.find((thread) => thread.id === Number(id))
  const missing = () => no('not_found', serverEn('reason.not_found'))
  const change = (id: unknown, next: Partial<DeskSupportThread>) => {
    world.threads = world.threads.map((thread) =>
      thread.id === Number(id) ? { ...thread, ...next } : thread,
    )
    return ok(find(id))
  }
  return {
    'support/inbox': ({ state, mine, page }) => {
      const listed = world.threads
        .filter((thread) => thread.state === state && (mine !== '1' || thread.assigned_to === email))
        .sort(byWait)
      const from = (Number(page) - 1) * pageSize
      const data = listed.slice(from, from + pageSize)
      return ok({ data, total: listed.length, waiting: waitingThreads(world).length })
    },
    'support/search': ({ text }) => {
      const wanted = String(text).toLowerCase()
      const found = world.threads.flatMap((thread) => {
        const message = (world.messages[thread.id] ?? []).findLast((each) =>
          each.text.toLowerCase().includes(wanted),
        )
        const number = thread.uid === text ? null : message?.number
        return number === undefined ? [] : [{ thread, number }]
      })
      return ok({ data: found })
    },
    'support/details': ({ id }) => {
      const thread = find(id)
      if (thread === undefined) return missing()
      const user = thread.kind === 'visitor' ? null : world.user
      return ok({ thread, user, episodes: world.episodes })
    },
    'support/messages': ({ id, after, before, limit }) => {
      const thread = find(id)
      if (thread === undefined) return missing()
      const all = world.messages[thread.id] ?? []
      const data =
        after === undefined
          ? all.filter(({ number }) => before === undefined || number < Number(before)).slice(-Number(limit))
          : all.filter(({ number }) => number > Number(after)).slice(0, Number(limit))
      return ok({ data, thread })
    },
    'support/answer': ({ id, text, images }) => {
      const thread = find(id)
      if (thread === undefined) return missing()
      const number = thread.last_number + 1
      const pictures = String(images ?? '')
        .split(',')
        .filter(Boolean)
      const message = someMessage(number, {
        ...{ author: 'desk', operator: email, text: String(text) },
        images: pictures.map((name) => ({ name, width: 800, height: 600 })),
      })
      world.messages = { ...world.messages, [thread.id]: [...(world.messages[thread.id] ?? []), message] }
      const assigned_to = thread.assigned_to === '' ? email : thread.assigned_to
      change(id, { last_number: number, waiting_since: null, unread: 0, desk_read: number, assigned_to })
      return ok(message)
    },
    'support/assign': ({ id, take_over }) => {
      const thread = find(id)
      if (thread === undefined) return missing()
      if (!['', email].includes(thread.assigned_to) && take_over !== 1)
        return no('support_assigned', serverEn('reason.support_assigned'))
      return change(id, { assigned_to: email, is_mine: 1 })
    },
    'support/close': ({ id }) => change(id, { state: 'closed', waiting_since: null }),
    'support/mark': () => ok(null),
    'support/typing': () => ok(null),
    'support/upload': () => ok({ name: 'f'.padEnd(32, '0'), width: 800, height: 600 }),
    'support/order': () => (world.order === undefined ? missing() : ok(world.order)),
    'support/canned': () => ok({ data: world.canned }),
    'support/save_canned': ({ id, revision, language, title, text }) => {
      const before = world.canned.find((each) => each.id === id)
      if (id !== undefined && before?.revision !== revision)
        return no('changed_meanwhile', serverEn('reason.changed_meanwhile'))
      const saved: CannedAnswer = {
        ...{ id: before?.id ?? 90, language: String(language), title: String(title), text: String(text) },
        revision: (before?.revision ?? 0) + 1,
        ...{ changed_by: email, changed_at: '2026-03-05T12:00:00.000Z' },
      }
      world.canned = [...world.canned.filter((each) => each.id !== saved.id), saved]
      return ok(saved, serverEn('done.saved'))
    },
    'support/remove_canned': ({ id }) => {
      world.canned = world.canned.filter((each) => each.id !== id)
      return ok(null, serverEn('done.saved'))
    },
    'support/figures': () => ok(world.figures),
  }
}

export type FakeLive = {
  /** Sent to every open socket. */
  readonly push: (data: SupportDeskPush) => void
  /** A change of a thread, with its new messages. */
  readonly pushThread: (thread: DeskSupportThread, ...messages: readonly DeskSupportMessage[]) => void
  /** Ends the open sockets, and refuses others until `come`. */
  readonly go: () => void
  readonly come: () => void
  readonly logins: () => number
  /** Whether a socket has subscribed. */
  readonly isUp: () => boolean
}

/** The live socket of operators. Every login succeeds. */
export async function fakeLive(page: Page): Promise<FakeLive> {
  const open = new Set<WebSocketRoute>()
  const subscribed = new Set<WebSocketRoute>()
  let isAway = false
  let logins = 0
  await page.routeWebSocket(/\/desk\/ws/, (socket) => {
    if (isAway) {
      void socket.close()
      return
    }
    open.add(socket)
    socket.onClose(() => {
      open.delete(socket)
      subscribed.delete(socket)
    })
    socket.onMessage((text) => {
      const { cmd, topic } = JSON.parse(String(text))
      if (cmd === 'login') logins += 1
      socket.send(JSON.stringify(cmd === 'ping' ? { cmd: 'pong' } : { cmd, topic, code: 1 }))
      if (cmd !== 'sub') return
      subscribed.add(socket)
      socket.send(JSON.stringify({ topic, data: { missed: true }, snapshot: true }))
    })
  })
  const push = (data: SupportDeskPush) => {
    for (const socket of open) socket.send(JSON.stringify({ topic: 'SUPPORT_DESK', data }))
  }
  return {
    push,
    pushThread: (thread, ...messages) => push({ thread, messages }),
    go() {
      isAway = true
      for (const socket of open) void socket.close()
      open.clear()
      subscribed.clear()
    },
    come() {
      isAway = false
    },
    logins: () => logins,
    isUp: () => subscribed.size > 0,
  }
}

export const exampleUser: NonNullable<SupportDetailsAnswer['user']> = {
  ...{ uid: '30481277', is_demo: 0, contact: 'a***@example.com', name: 'Chan Tai Man', review_status: 2 },
  created_at: '2026-01-10T09:30:00.000Z',
  ...{
    balance: '10250.000000',
    net_value: '10312.450000',
    used_margin: '542.175000',
    available: '9770.275000',
  },
  ...{ open_orders: 2, pending_orders: 1 },
}

export const exampleCanned: readonly CannedAnswer[] = [
  ['en', 'Opening hours', 'We answer from 9 to 17, Hong Kong time.'],
  ['hk', '服務時間', '我們於香港時間上午九時至下午五時回覆。'],
  ['de', 'Zeiten', 'Wir antworten von 9 bis 17 Uhr.'],
].map(([language = '', title = '', text = ''], at) => ({
  ...{ id: at + 1, language, title, text, revision: 1 },
  ...{ changed_by: 'ben@example.com', changed_at: '2026-03-01T08:00:00.000Z' },
}))

export const exampleFigures: SupportFiguresAnswer = {
  opened: 41,
  overall: {
    ...{ operator: '', answered: 39, first_answer_median: 184, first_answer_p90: 1_260 },
    ...{ resolved: 36, resolution_median: 5_460, resolution_p90: 93_600 },
  },
  operators: [
    {
      ...{ operator: 'anna@example.com', answered: 25, first_answer_median: 42, first_answer_p90: 620 },
      ...{ resolved: 24, resolution_median: 4_000, resolution_p90: 86_400 },
    },
    {
      ...{ operator: 'ben@example.com', answered: 14, first_answer_median: 400, first_answer_p90: 3_700 },
      ...{ resolved: 0, resolution_median: null, resolution_p90: null },
    },
  ],
}

const filled = receiptWire({ expected: '1.08434', slippage: '-0.00001' })

/** Closed at its stop loss. */
export const exampleOrder: SupportOrderAnswer = orderWire({
  ...{ Id: 12, Status: 3, CloseReason: 'stop_loss', TargetLossPrice: '1.08210', UpdatePrice: '1.08208' },
  ...{ FactProfits: '-113.500000', CompleteTime: '2026-11-14T09:40:11.000Z' },
  receipt: {
    ...{ placed: filled, opened: filled },
    ended: receiptWire({
      ...{ rule: 'stop_loss_reached', bid: '1.08208', ask: '1.08213', seq: 5_100 },
      ...{ expected: '1.08210', slippage: '-0.00002' },
    }),
  },
})

/** A user, a demo user and a visitor who wait, an answered thread of another operator, and a closed one. */
export function exampleThreads(): readonly DeskSupportThread[] {
  const at = (time: string) => `2026-03-05T${time}:00.000Z`
  const asked = { last_number: 1, unread: 1 }
  return [
    someThread({ id: 1, waiting_since: at('09:20'), last_at: at('11:48'), last_number: 4, unread: 2 }),
    someThread({
      ...asked,
      id: 2,
      kind: 'demo',
      uid: '88120045',
      language: 'hk',
      waiting_since: at('11:30'),
    }),
    someThread({ ...asked, id: 3, kind: 'visitor', uid: '', language: 'ar', waiting_since: at('11:55') }),
    someThread({
      ...{ id: 4, uid: '51900362', waiting_since: null, last_number: 2, unread: 0 },
      ...{ assigned_to: 'bartholomew.featherstonehaugh@example.com', user_delivered: 2 },
    }),
    someThread({ id: 5, uid: '71113338', state: 'closed', waiting_since: null, last_number: 1, unread: 0 }),
  ]
}

export const exampleMessages: readonly DeskSupportMessage[] = [
  someMessage(1, { text: 'Good morning.\nWhy was my stop loss filled below its price?', order_id: 12 }),
  someMessage(2, {
    ...{ author: 'desk', operator: 'ben@example.com' },
    text: 'Good morning. We are looking at the quotes of that minute.',
  }),
  someMessage(3, { text: '', images: [{ name: 'f'.padEnd(32, '1'), width: 800, height: 600 }] }),
  someMessage(4, {
    text: 'Here is what I saw: https://example.com/a-very-long-address-without-any-break-in-it',
  }),
]
