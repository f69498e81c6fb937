import { pathOf } from '#test/crash/load/action.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'
import type { Heard, Note, Notebook } from '#test/crash/load/notebook.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import { within } from '#test/crash/within.ts'

export type LoadParts = {
  readonly client: CallClient
  readonly notebook: Notebook
  readonly traders: readonly Trader[]
  readonly prices: Pick<PricePipe, 'move'>
}

/** `unknown`: answered, but with the word that nobody knows. */
type Counted = 'sent' | 'answered' | 'unknown'

/** Traders at work on one server, several requests of each at a time, while prices move. */
export type Load = {
  /** When there are so many more. Nothing is left to wait for when everyone was cut off. */
  readonly until: (what: Counted, more: number) => Promise<void>
  /** No more is sent; what is under way is waited for. */
  readonly stop: () => Promise<void>
}

const handsOfEach = 2
const movesEvery = 3
const reachedWithinMs = 60_000

export function startLoad(parts: LoadParts, address: string): Load {
  const { client, notebook, traders, prices } = parts
  const counts: Record<Counted, number> = { sent: 0, answered: 0, unknown: 0 }
  const watches = new Set<() => void>()
  let isStopping = false

  function count(what: Counted): void {
    counts[what] += 1
    for (const watch of [...watches]) watch()
  }

  async function send(note: Note, trader: Trader): Promise<Heard> {
    const { action, key, token } = note
    const sent = client.call(address, { path: pathOf[action.kind], input: action.input, token, key })
    count('sent')
    const answer = await sent
    const heard = notebook.hear(note, answer)
    if (heard === 'definite' && answer !== undefined) trader.heard(action, answer)
    if (heard !== 'cut') count('answered')
    if (heard === 'unknown') count('unknown')
    if (counts.answered % movesEvery === 0) prices.move()
    return heard
  }

  /** Goes on until told to stop, or until the server is gone. */
  async function work(trader: Trader): Promise<void> {
    while (!isStopping) {
      const note = notebook.open({ ...trader, action: trader.next() })
      // Now and then somebody presses twice.
      const times = trader.random.chance(0.1) ? 2 : 1
      const heard = await Promise.all(Array.from({ length: times }, () => send(note, trader)))
      if (heard.includes('cut')) return
    }
  }

  const hands = traders.flatMap((trader) => Array.from({ length: handsOfEach }, () => work(trader)))
  const everyone = Promise.all(hands).then(() => undefined)
  return {
    until(what, more) {
      const wanted = counts[what] + more
      const reached = new Promise<void>((resolve) => {
        const watch = () => {
          if (counts[what] < wanted) return
          watches.delete(watch)
          resolve()
        }
        watches.add(watch)
        watch()
      })
      return within(reachedWithinMs, Promise.race([reached, everyone]), `${more} more ${what}`)
    },
    async stop() {
      isStopping = true
      await within(reachedWithinMs, everyone, 'what was under way')
    },
  }
}
