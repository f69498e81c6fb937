import type { LiveBoard } from '#core/market/board.ts'
import type { Log } from '#server/platform/log.ts'
import type { CancelTimer, Timers } from '#server/platform/timers.ts'
import type { WatchedAccount } from '#server/portfolio/portfolio-store.ts'
import type { AccountWatch } from '#server/portfolio/portfolio-types.ts'
import { createRunningFigures } from '#server/portfolio/running-figures.ts'

export type KeptAccount = {
  readonly newest: () => AccountWatch | undefined
  /** What is on disk is newer than what was read. Called once to begin with. */
  readonly changed: () => void
  readonly stop: () => void
}

export type KeptAccountParts = {
  readonly read: () => Promise<WatchedAccount>
  readonly board: LiveBoard
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** A read that failed is tried again for as long as somebody watches, twice as late each time up to the longest. */
const firstRetryMs = 100
const longestRetryMs = 5_000

type Shown = {
  readonly account: WatchedAccount
  readonly seq: number
  readonly watch: AccountWatch | undefined
}

type Valued = { readonly account: WatchedAccount; readonly figures: () => AccountWatch }

/** One account as it was last read, and its figures at the newest prices. One read is under way at most. */
export function keepAccount({ read, board, timers, log }: KeptAccountParts): KeptAccount {
  let account: WatchedAccount | undefined
  let changes = 0
  let changesRead = 0
  let isReading = false
  let hasStopped = false
  let failures = 0
  let cancelRetry: CancelTimer | undefined
  let valued: Valued | undefined
  let shown: Shown | undefined

  function catchUp(): void {
    if (isReading || hasStopped || cancelRetry !== undefined || changesRead === changes) return
    isReading = true
    const reading = changes
    // A rejection cannot come out of it: both ends are here.
    void read().then(
      (newest) => {
        account = newest
        changesRead = reading
        failures = 0
        isReading = false
        catchUp()
      },
      (fault: unknown) => {
        isReading = false
        retryLater(fault)
      },
    )
  }
  function retryLater(fault: unknown): void {
    if (hasStopped) return
    if (failures === 0) log.error({ fault }, 'an account that is watched could not be read')
    cancelRetry = timers.after(Math.min(longestRetryMs, firstRetryMs * 2 ** failures), () => {
      cancelRetry = undefined
      catchUp()
    })
    failures += 1
  }
  /** An account that cannot be valued must not take down whoever shows the others. */
  function watchOf(stored: WatchedAccount): AccountWatch | undefined {
    try {
      if (valued?.account !== stored)
        valued = { account: stored, figures: createRunningFigures(stored, board) }
      return valued.figures()
    } catch (fault) {
      if (shown?.account !== stored || shown.watch !== undefined) {
        log.error({ fault }, 'an account that is watched could not be valued')
      }
      return undefined
    }
  }
  return {
    newest() {
      if (account === undefined) return undefined
      // While something newer is read, what was shown stands: an order that is over does not move any more.
      const stands = shown?.account === account && (changesRead < changes || shown.seq === board.seq())
      if (!stands) shown = { account, seq: board.seq(), watch: watchOf(account) }
      return shown?.watch
    },
    changed() {
      changes += 1
      catchUp()
    },
    stop() {
      hasStopped = true
      cancelRetry?.()
    },
  }
}
