// Tells users in the app, on whichever screen they are, when operators have decided about their money.
import type { Call } from '#browser/calls/call-request.ts'
import type { CancelTimer, Timers } from '#browser/platform/timers.ts'
import type { ReadableStore } from '#browser/platform/value-store.ts'
import type { ForexChangeAnswer } from '#contract/calls/account.ts'
import type { ChargeRecord, DrawRecord } from '#contract/calls/funds.ts'
import { readAccountLog } from '#web/calls/account.ts'
import { readDeposits, readWithdrawals } from '#web/calls/funds.ts'
import type { SeenItem, SeenStatuses } from '#web/parts/funds/seen-statuses.ts'
import type { CurrentUserState } from '#web/user/current-user.ts'

export type NewsItem = SeenItem &
  (
    | { readonly list: 'deposit'; readonly record: ChargeRecord }
    | { readonly list: 'withdrawal'; readonly record: DrawRecord }
    | { readonly list: 'adjustment'; readonly record: ForexChangeAnswer['data'][number] }
  )

export type MoneyHandlers = {
  /** Runs after each change of the account that concerns no order. */
  readonly changed: () => void
  /** Runs when the server begins to push changes. Earlier ones are not pushed. */
  readonly subscribed: () => void
}

export type FundsNewsParts = {
  readonly call: Call
  readonly currentUser: ReadableStore<CurrentUserState>
  /** Watches the account until the returned function is called. */
  readonly watchMoney: (handlers: MoneyHandlers) => () => void
  /** Calls the handler when the connection is back, and when the page is visible again. */
  readonly onWake: (handler: () => void) => void
  readonly isVisible: () => boolean
  readonly timers: Timers
  readonly now: () => number
  readonly seen: SeenStatuses
  readonly tell: (item: NewsItem) => void
  /** Tells of many changes at once. */
  readonly tellMany: (count: number) => void
}

/** The first read waits until the screen has loaded. */
export const firstReadMs = 3_000
/** Changes that follow each other at once are read together. */
export const readGapMs = 2_000
/** Few reads for a page that is shown again and again, a flapping connection, or a server that fails. */
export const wakeGapMs = 30_000
/** More changes than this are told as one. */
const maxTold = 3

/** Only for real users. A hidden page reads when it is shown: a toast must not pass unseen. */
export function startFundsNews(parts: FundsNewsParts): void {
  const { currentUser, timers, now } = parts
  let watch: { readonly token: string; readonly stop: () => void; readonly wake: () => void } | undefined

  function start(token: string, userId: number) {
    let isStopped = false
    let isFirst = true
    let isMissed = false
    let lastReadMs = now() - readGapMs + firstReadMs
    let planned: { readonly atMs: number; readonly cancel: CancelTimer } | undefined
    let isReading = false

    async function read(): Promise<void> {
      planned = undefined
      if (isReading || !parts.isVisible()) {
        isMissed = true
        return
      }
      isReading = true
      isMissed = false
      lastReadMs = now()
      const items = await readItems(parts.call).catch(() => undefined)
      isReading = false
      if (isStopped) return
      if (items === undefined) {
        isMissed = true
        return readAfter(wakeGapMs)
      }
      tellNews(parts, parts.seen.see(userId, items).filter(isTold), isFirst)
      isFirst = false
      if (isMissed) readAfter(readGapMs)
    }
    /** Reads when this time has passed since the last read, or earlier if that is planned. */
    function readAfter(gapMs: number): void {
      const atMs = Math.max(now(), lastReadMs + gapMs)
      if (planned !== undefined && planned.atMs <= atMs) return
      planned?.cancel()
      planned = { atMs, cancel: timers.after(atMs - now(), () => void read()) }
    }
    const wake = () => readAfter(isMissed ? readGapMs : wakeGapMs)
    const unsubscribe = parts.watchMoney({ changed: () => readAfter(readGapMs), subscribed: wake })
    readAfter(readGapMs)
    return {
      token,
      wake,
      stop() {
        isStopped = true
        planned?.cancel()
        unsubscribe()
      },
    }
  }
  function update(): void {
    const account = currentUser.getSnapshot()
    const token = account.kind === 'known' && account.user.is_demo !== 1 ? account.token : undefined
    if (token === watch?.token) return
    watch?.stop()
    watch = account.kind === 'known' && token !== undefined ? start(token, account.user.id) : undefined
  }
  currentUser.subscribe(update)
  parts.onWake(() => watch?.wake())
  update()
}

/** Changes from before this visit are summed up. */
function tellNews(
  { tell, tellMany }: FundsNewsParts,
  news: readonly NewsItem[],
  isOfEarlierVisit: boolean,
): void {
  if (news.length > (isOfEarlierVisit ? 1 : maxTold)) tellMany(news.length)
  else for (const item of news) tell(item)
}

async function readItems(call: Call): Promise<readonly NewsItem[]> {
  // An ended session is noticed by what the user does.
  const background: Call = (request) => call({ ...request, background: true })
  const [deposits, withdrawals, log] = await Promise.all([
    Promise.all([0, 1].map((type) => readDeposits(background, { type, page: 1 }))),
    Promise.all([1, 2].map((type) => readWithdrawals(background, { type, page: 1 }))),
    readAccountLog(background, { page: 1, type: adjustmentType }),
  ])
  return [
    ...deposits.flatMap(({ data }) => data).map(depositItem),
    ...withdrawals.flatMap(({ data }) => data).map(withdrawalItem),
    ...log.data.map(adjustmentItem),
  ]
}

const adjustmentType = 10

function depositItem(record: ChargeRecord): NewsItem {
  const changedAtMs = Date.parse(record.decided_at ?? record.created_at)
  return { list: 'deposit', id: record.id, status: record.status, changedAtMs, record }
}

function withdrawalItem(record: DrawRecord): NewsItem {
  const changedAtMs = Date.parse(record.changed_at)
  return { list: 'withdrawal', id: record.id, status: record.status, changedAtMs, record }
}

function adjustmentItem(record: ForexChangeAnswer['data'][number]): NewsItem {
  return { list: 'adjustment', id: record.Id, status: 1, changedAtMs: Date.parse(record.CreatedAt), record }
}

/** A request that becomes void this soon was refused in its own answer. */
const answeredWithinMs = 20_000

/** Users are told of what operators decide, not of what they do themselves: request, and cancel. */
function isTold({ list, status, changedAtMs, record }: NewsItem): boolean {
  if (list === 'adjustment') return true
  if (list === 'deposit') return status >= 1 && status <= 3
  if (record.is_void === 1) return changedAtMs - Date.parse(record.created_at) >= answeredWithinMs
  return status >= 1 && status <= 3
}
