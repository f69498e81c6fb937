import { ownTradesTopic } from '#contract/live.ts'
import { accountFrame } from '#server/live/account-frame.ts'
import { isSameAccount } from '#server/live/same-figures.ts'
import type { OwnTopic, Push } from '#server/live/topic.ts'
import type { AccountWatch, Watcher } from '#server/portfolio/portfolio.ts'

/**
 * The figures of one account. They are looked at when the first of its user's sockets has its turn, so that a flush does
 * not value everybody's orders in one go. Every other figures take two places in its course, the news of them and the
 * snapshot: whoever has been shown the snapshot is not told the same again.
 */
export function createOwnTradesTopic(watcher: Watcher): OwnTopic {
  let newest: AccountWatch | undefined
  let version = 0
  let toldVersion = 0
  let isDue = false
  let news: readonly Push[] = []

  /** A quote that changes none of the figures is no news, although they are of a later sequence then. */
  function look(): void {
    const watch = watcher.newest()
    if (watch === undefined || watch === newest) return
    if (newest === undefined || !isSameAccount(watch, newest)) version += 1
    newest = watch
  }
  function pushes(at: number, kind: 'news' | 'snapshot'): readonly Push[] {
    return newest === undefined ? [] : [{ at, frame: accountFrame(newest, kind) }]
  }
  /** Once in a round, before anything is shown in it. */
  function settle(): void {
    if (!isDue) return
    isDue = false
    look()
    // The first figures are the snapshot to those who subscribed before there were any.
    const kind = toldVersion === 0 ? 'snapshot' : 'news'
    news = version > toldVersion ? pushes(2 * version - 1, kind) : []
    toldVersion = version
  }
  return {
    name: ownTradesTopic,
    marketEvent: () => undefined,
    prepare() {
      isDue = true
      news = []
    },
    news() {
      settle()
      return news
    },
    whole() {
      settle()
      look()
      return pushes(2 * version, 'snapshot')
    },
    close: watcher.leave,
  }
}
