import type { Toasts } from '#ui/toasts-store.ts'
import type { Markets } from '#web/markets/markets-types.ts'
import { createTellUnseen, type UnseenEnd } from '#web/parts/order-acts/tell-unseen.ts'
import type { ReadableStore } from '#web/platform/value-store.ts'
import type { PlacingState } from '#web/screens/trade/ticket/placing/placing-state.ts'
import type { WordsStore } from '#web/stores/words.ts'

export type TellParts = {
  readonly placing: ReadableStore<PlacingState>
  readonly words: Pick<WordsStore, 'need' | 'getSnapshot'>
  readonly toasts: Pick<Toasts, 'show'>
  readonly markets: { readonly list: Pick<Markets['list'], 'getSnapshot'> }
  /** The address at the moment. */
  readonly address: () => { readonly pathname: string; readonly search: string }
}

/**
 * How it went is said by the ticket. What is not known, and what was refused, is said in a toast where there is no ticket to
 * say it: a screen that is not to be seen is not told of anything before somebody comes back to it.
 */
export function tellElsewhere({ placing, words, toasts, markets, address }: TellParts): void {
  const tellUnseen = createTellUnseen({ toasts, words })

  async function say(marketId: number, ended: UnseenEnd): Promise<void> {
    // A reload may have left the order in doubt, and nobody has read of any since.
    await words.need('trading')
    const market = markets.list.getSnapshot().markets.find(({ id }) => id === marketId)
    tellUnseen(market?.showCode, ended)
  }
  function tell(): void {
    const state = placing.getSnapshot()
    const { pathname, search } = address()
    const isHere = pathname === '/trade'
    const isAskedFor = isHere && /^(buy|sell)$/.test(new URLSearchParams(search).get('ticket') ?? '')
    const isUnsaid = (state.kind === 'unknown' && !isAskedFor) || (state.kind === 'refused' && !isHere)
    if (!isUnsaid) return
    // Without its words nothing can be said now; the ticket says it when it is opened.
    say(
      state.input.forex_id,
      state.kind === 'refused' ? { kind: 'refused', msg: state.failure.msg } : { kind: 'unknown' },
    ).catch(() => undefined)
  }
  placing.subscribe(tell)
}
