import type { CallClient } from '#test/crash/load/call-client.ts'
import {
  answerOf,
  callForKey,
  type Heard,
  isSettled,
  type KeyCall,
  type Note,
  type Notebook,
} from '#test/crash/load/key-log.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import { within } from '#test/crash/machines/priced-server.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type LoadParts = {
  readonly client: CallClient
  readonly notebook: Notebook
  readonly traders: readonly Trader[]
  readonly prices: Pick<PricePipe, 'move'>
  /** Half of the keys are asked for at once, so that a crash is likely to meet an outcome call before it is on disk. */
  readonly asksOften: boolean
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

/** The calls that are made at once for a new key, the first of them a moment before the others. */
function firstCalls(random: SeededRandom, asksOften: boolean): readonly KeyCall[] {
  if (asksOften && random.chance(0.5)) return ['ask', 'send']
  return random.weighted<readonly KeyCall[]>([
    [67, ['send']],
    [9, ['send', 'send']],
    [12, ['drop']],
    [4, ['send', 'ask']],
    [4, ['ask', 'send']],
    [2, ['drop', 'ask', 'send']],
    [2, ['ask_expired', 'send']],
  ])
}

/** What follows: a lost answer is asked for, or the request is repeated, or it is left for the check after the crash. */
function nextCalls(random: SeededRandom, note: Note): readonly KeyCall[] {
  if (isSettled(note)) return random.chance(0.05) ? ['ask'] : []
  return random.weighted<readonly KeyCall[]>([
    [5, ['ask']],
    [3, ['send']],
    [2, []],
  ])
}

export function startLoad(parts: LoadParts, address: string): Load {
  const { traders, prices } = parts
  const counts: Record<Counted, number> = { sent: 0, answered: 0, unknown: 0 }
  const watches = new Set<() => void>()
  let isStopping = false

  function count(what: Counted): void {
    counts[what] += 1
    for (const watch of [...watches]) watch()
  }

  async function call(note: Note, kind: KeyCall): Promise<Heard> {
    const called = callForKey(parts, address, note, kind)
    count('sent')
    const heard = await called
    if (heard !== 'cut') count('answered')
    if (heard === 'unknown') count('unknown')
    if (counts.answered % movesEvery === 0) prices.move()
    return heard
  }

  /** Says whether the server is still there. */
  async function callAll(note: Note, kinds: readonly KeyCall[]): Promise<boolean> {
    const heard = await Promise.all(kinds.map((kind) => call(note, kind)))
    return heard.every((one, at) => one !== 'cut' || kinds[at] === 'drop')
  }

  /** Goes on until told to stop, or until the server is gone. */
  async function work(trader: Trader): Promise<void> {
    let isThere = true
    while (isThere && !isStopping) {
      const { random } = trader
      const note = parts.notebook.open({ ...trader, action: trader.next() })
      isThere = await callAll(note, firstCalls(random, parts.asksOften))
      if (isThere) isThere = await callAll(note, nextCalls(random, note))
      const answer = answerOf(note)
      if (answer !== undefined) trader.heard(note.action, answer)
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
