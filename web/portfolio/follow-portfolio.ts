import { type Amounts, amountsOfPush } from '#contract/funds-from-wire.ts'
import { type AccountPush, type ClosedPush, ownClosedTopic, ownTradesTopic } from '#contract/live.ts'
import type { ShownOrder } from '#contract/order-from-wire.ts'
import { createSingleFlight, isReplaced } from '#web/platform/single-flight.ts'
import type { CancelTimer } from '#web/platform/timers.ts'
import type { Following, FollowParts } from '#web/portfolio/follow-types.ts'
import type {
  MarginNotice,
  OrderFigures,
  PortfolioState,
  StandingState,
} from '#web/portfolio/portfolio-types.ts'
import { type ReadStanding, readStanding, severalStates } from '#web/portfolio/read-standing.ts'
import { createNews } from '#web/portfolio/tell-news.ts'

/** After this long without an answer a fetch counts as failed. */
export const longestFetchMs = 15_000
/** Lists that could not be fetched are fetched again after this long, and not sooner; then twice as late each time. */
export const retryMs = 2_000
const longestRetryMs = 30_000

type Figures = ReadonlyMap<number, OrderFigures>

/**
 * Follows one account: the lists that were fetched, and what is pushed since. Never shows what is older than what it has
 * shown. A push of the same prices may tell of another balance, and then is the newer one: pushes come in order.
 */
export function followPortfolio(parts: FollowParts): Following {
  const { call, live, timers, now, show } = parts
  const news = createNews(parts)
  const over = new Set<number>()
  let known: Amounts | undefined
  let pushes = 0
  let listedMark: string | undefined
  let isOver = false
  let isFlying = false
  let isWanted = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined

  function change(next: Partial<PortfolioState>): void {
    if (!isOver) show({ ...now(), ...next })
  }
  function hear(push: AccountPush): void {
    const amounts = amountsOfPush(push)
    // Older prices, but perhaps orders that the lists do not know yet.
    if (listedMark !== push.OrdersMark) wantLists()
    if (known !== undefined && amounts.quoteSeq < known.quoteSeq) return
    pushes += 1
    known = amounts
    const told = push.TransOrder.map(
      ({ Id, UpdatePrice, FactProfits }) =>
        [Id, { closingPrice: UpdatePrice, profit: FactProfits }] satisfies [number, OrderFigures],
    )
    const notice = noticeOf(push)
    change({
      funds: { kind: 'known', amounts },
      figures: settled(now().figures, new Map(told)),
      notice: notice?.id === now().notice?.id ? now().notice : notice,
    })
    news.noticed(notice)
  }
  /** What is under way may be of before: it lands, and then they are fetched once more. */
  function wantLists(): void {
    if (isFlying) isWanted = true
    else if (cancelRetry === undefined) void flight.restart()
  }
  async function fetchLists(signal: AbortSignal): Promise<void> {
    isFlying = true
    isWanted = false
    cancelRetry?.()
    cancelRetry = undefined
    const heard = pushes
    const read = await readStanding(call, signal).catch(() => undefined)
    if (isOver || isReplaced(signal)) return
    isFlying = false
    if (read === undefined) return fail()
    take(read, heard === pushes)
    if (read.ordersMark === severalStates) return readAgain()
    failures = 0
    if (isWanted) wantLists()
  }
  /** What changed between two pages is read again at once, but not for ever. */
  function readAgain(): void {
    if (failures > 0) retryLater()
    else {
      failures = 1
      void flight.restart()
    }
  }
  /** Whether or not anything is pushed meanwhile: of an account without positions nothing may be. */
  function retryLater(): void {
    cancelRetry = timers.after(Math.min(longestRetryMs, retryMs * 2 ** failures), () => void flight.restart())
    failures += 1
  }
  function take(read: ReadStanding, isLatest: boolean): void {
    listedMark = read.ordersMark
    const open = read.open.filter(stands)
    const pending = read.pending.filter(stands)
    const before = now().standing
    const lead = read.amounts.quoteSeq - (known?.quoteSeq ?? -1)
    const isNewer = known === undefined || (read.isOneState && (lead > 0 || (lead === 0 && isLatest)))
    if (isNewer) known = read.amounts
    change({
      standing: { status: 'ready', open, pending },
      figures: figuresWith(open, isNewer),
      ...(known === undefined ? {} : { funds: { kind: 'known', amounts: known } }),
    })
    news.listed(before, open)
    if (read.ordersMark !== severalStates) missed(before, [...open, ...pending])
  }
  /** What ended while nothing could be heard is told all the same. */
  function missed(before: StandingState, left: readonly ShownOrder[]): void {
    const still = new Set(left.map(({ id }) => id))
    endOf([...before.open, ...before.pending].map(({ id }) => id).filter((id) => !still.has(id)))
  }
  /** Those that were fetched where they are newer, or where nothing was pushed of an order yet. */
  function figuresWith(open: readonly ShownOrder[], isNewer: boolean): Figures {
    const shown = now().figures
    const next = open.map(({ id, closingPrice, profit }) => {
      const pushed = shown.get(id)
      return [id, pushed === undefined || isNewer ? { closingPrice, profit } : pushed] as const
    })
    return settled(shown, new Map(next))
  }
  function fail(): void {
    const { funds, standing } = now()
    retryLater()
    change({
      funds: funds.kind === 'known' ? funds : { kind: 'failed' },
      standing: standing.status === 'ready' ? standing : { ...standing, status: 'failed' },
    })
  }
  function stands({ id }: ShownOrder): boolean {
    return !over.has(id)
  }
  function hearEnded(ids: ClosedPush): void {
    if (ids.length === 0 || isOver) return
    endOf(ids)
    wantLists()
  }
  /** Each is told once, however it became known. */
  function endOf(ids: readonly number[]): void {
    const ended = ids.filter((id) => !over.has(id))
    if (ended.length === 0) return
    for (const id of ended) remember(over, id)
    const { standing } = now()
    change({
      standing: { ...standing, open: standing.open.filter(stands), pending: standing.pending.filter(stands) },
    })
    parts.tellEnded(ended)
    news.ended(ended)
  }
  const flight = createSingleFlight(fetchLists, timers, longestFetchMs)
  const leaves = [
    live.subscribe<AccountPush>(ownTradesTopic, ({ data }) => hear(data)),
    live.subscribe<ClosedPush>(ownClosedTopic, ({ data }) => hearEnded(data)),
    live.onReconnect(() => void flight.restart()),
  ]
  return {
    refresh: flight.restart,
    tell: news.ended,
    end() {
      isOver = true
      cancelRetry?.()
      news.end()
      for (const leave of leaves) leave()
    },
  }
}

/** Long enough for any answer that is still on its way to have come. */
const mostRemembered = 5_000

function remember(ids: Set<number>, id: number): void {
  ids.add(id)
  for (const oldest of ids) {
    if (ids.size <= mostRemembered) break
    ids.delete(oldest)
  }
}

function noticeOf({ Notice }: AccountPush): MarginNotice | null {
  return Notice === null ? null : { id: Notice.Id, riskRate: Notice.HazardRate, at: Notice.CreatedAt }
}

/** The next figures, made of the present ones wherever they say the same: only what is new is shown anew. */
function settled(present: Figures, next: Figures): Figures {
  const kept = new Map<number, OrderFigures>()
  for (const [id, figures] of next) {
    const last = present.get(id)
    const isSame = last?.profit === figures.profit && last.closingPrice === figures.closingPrice
    kept.set(id, isSame ? last : figures)
  }
  return kept
}
