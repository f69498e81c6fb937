import { type Amounts, amountsOfBalance, amountsOfPush } from '#contract/funds-from-wire.ts'
import { type AccountPush, type ClosedPush, ownClosedTopic, ownTradesTopic } from '#contract/live.ts'
import type { Following, FollowParts } from '#web/account/funds-types.ts'
import { readFunds } from '#web/calls/read-funds.ts'
import { createSingleFlight, isReplaced } from '#web/platform/single-flight.ts'

/** After this long without an answer a fetch counts as failed. */
export const longestFetchMs = 15_000

/**
 * Follows one account: what was fetched, and what is pushed since. Never shows what is older than what it has shown.
 * A push of the same prices may tell of another balance, and then is the newer one: pushes come in order.
 */
export function followFunds({ call, live, timers, show }: FollowParts): Following {
  let known: Amounts | undefined
  let pushes = 0
  let isOver = false

  function know(amounts: Amounts): void {
    known = amounts
    show({ kind: 'known', amounts })
  }
  function hear(push: AccountPush): void {
    const next = amountsOfPush(push)
    if (known !== undefined && next.quoteSeq < known.quoteSeq) return
    pushes += 1
    know(next)
  }
  async function fetchOnce(signal: AbortSignal): Promise<void> {
    const heard = pushes
    const answer = await readFunds(call, signal).catch(() => undefined)
    if (isOver || isReplaced(signal)) return
    if (answer !== undefined) take(amountsOfBalance(answer), heard === pushes)
    else if (known === undefined) show({ kind: 'failed' })
  }
  function take(fetched: Amounts, isLatest: boolean): void {
    const lead = fetched.quoteSeq - (known?.quoteSeq ?? -1)
    if (lead > 0 || (lead === 0 && isLatest)) know(fetched)
  }
  const flight = createSingleFlight(fetchOnce, timers, longestFetchMs)
  const again = () => void flight.restart()
  const leaves = [
    live.subscribe<AccountPush>(ownTradesTopic, ({ data }) => hear(data)),
    live.subscribe<ClosedPush>(ownClosedTopic, ({ data }) => {
      if (data.length > 0) again()
    }),
    live.onReconnect(again),
  ]
  return {
    refresh: flight.restart,
    end() {
      isOver = true
      for (const leave of leaves) leave()
    },
  }
}
