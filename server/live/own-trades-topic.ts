import { ownTradesTopic } from '#contract/live.ts'
import { accountFrame } from '#server/live/account-frame.ts'
import { isSameAccount } from '#server/live/same-figures.ts'
import type { OwnTopic, Push } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AccountWatch, Watcher } from '#server/portfolio/portfolio.ts'

export type OwnTradesParts = { readonly watcher: Watcher; readonly clock: Pick<Clock, 'now'> }

/** The news of a round, and its frame for followers that may be told this sequence. */
type Told = {
  readonly at: number
  readonly kind: 'news' | 'snapshot'
  readonly watch: AccountWatch
  quoteSeq: number
  pushes: readonly Push[]
}

/**
 * The figures of one account. They are looked at when the first of its user's sockets has its turn, so that a flush does
 * not value everybody's orders in one go. Every other figures take two places in its course, the news of them and the
 * snapshot: whoever has been shown the snapshot is not told the same again.
 */
export function createOwnTradesTopic({ watcher, clock }: OwnTradesParts): OwnTopic {
  let newest: AccountWatch | undefined
  let version = 0
  let toldVersion = 0
  let isDue = false
  let told: Told | undefined

  /** A quote that changes none of the figures is no news, although they are of a later sequence then. */
  function look(): void {
    const watch = watcher.newest()
    if (watch === undefined || watch === newest) return
    if (newest === undefined || !isSameAccount(watch, newest)) version += 1
    newest = watch
  }
  function frameOf(watch: AccountWatch, kind: Told['kind'], quoteSeq: number): Buffer {
    return accountFrame(watch, kind, { QuoteSeq: quoteSeq, Now: clock.now() })
  }
  /** Once in a round, before anything is shown in it. */
  function settle(): void {
    if (!isDue) return
    isDue = false
    look()
    // The first figures are the snapshot to those who subscribed before there were any.
    const kind = toldVersion === 0 ? 'snapshot' : 'news'
    if (newest !== undefined && version > toldVersion) {
      told = { at: 2 * version - 1, kind, watch: newest, quoteSeq: -1, pushes: [] }
    }
    toldVersion = version
  }
  return {
    name: ownTradesTopic,
    marketEvent: () => undefined,
    prepare() {
      isDue = true
      told = undefined
    },
    news(sentSeq) {
      settle()
      if (told === undefined) return []
      const quoteSeq = Math.min(told.watch.funds.quoteSeq, sentSeq)
      // The user's sockets share the bytes, except those that have been sent older prices.
      if (told.quoteSeq !== quoteSeq) {
        told.quoteSeq = quoteSeq
        told.pushes = [{ at: told.at, frame: frameOf(told.watch, told.kind, quoteSeq) }]
      }
      return told.pushes
    },
    whole(sentSeq) {
      settle()
      look()
      if (newest === undefined) return []
      const quoteSeq = Math.min(newest.funds.quoteSeq, sentSeq)
      return [{ at: 2 * version, frame: frameOf(newest, 'snapshot', quoteSeq) }]
    },
    close: watcher.leave,
  }
}
