import type { CallClient } from '#test/crash/load/call-client.ts'
import {
  type AnswerKind,
  answerOf,
  callForKey,
  isSettled,
  type KeyCall,
  type KeyLog,
  type KeyRecord,
} from '#test/crash/load/key-log.ts'
import type { PricePipe } from '#test/crash/load/price-pipe.ts'
import type { Trader } from '#test/crash/load/trader.ts'
import { withTimeout } from '#test/crash/machines/priced-server.ts'
import type { SeededRandom } from '#test/trading-day/scenario/seeded-random.ts'

export type LoadParts = {
  readonly client: CallClient
  readonly keyLog: KeyLog
  readonly traders: readonly Trader[]
  /** Acts of users and operators about money. Each resolves with true if the server still answers. */
  readonly fundsHands: readonly ((address: string) => Promise<boolean>)[]
  readonly prices: Pick<PricePipe, 'move'>
  /** Acts about money before the traders begin, who are much faster. */
  readonly actsBefore: number
  /** Asks for the outcome of half of the keys right when they are sent, so that crashes often interrupt these calls. */
  readonly asksOften: boolean
}

/** `unknown`: answered with `outcome_unknown`. `funds`: an act about money. The others count requests of traders. */
type Counted = 'sent' | 'answered' | 'unknown' | 'funds'

/** Traders on one server, each with several requests at a time, while prices move. */
export type Load = {
  /** Resolves after `more` further calls of this kind, or when every trader is disconnected. */
  readonly until: (what: Counted, more: number) => Promise<void>
  /** Stops sending and waits for requests in flight. */
  readonly stop: () => Promise<void>
}

const handsOfEach = 2
const movesEvery = 3
const reachedWithinMs = 60_000

/** Calls made at once for a new key, in this order. */
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

/** After a lost answer: asks for the outcome, repeats the request, or leaves the key to the check after the crash. */
function nextCalls(random: SeededRandom, record: KeyRecord): readonly KeyCall[] {
  if (isSettled(record)) return random.chance(0.05) ? ['ask'] : []
  return random.weighted<readonly KeyCall[]>([
    [5, ['ask']],
    [3, ['send']],
    [2, []],
  ])
}

export function startLoad(parts: LoadParts, address: string): Load {
  const { traders, prices } = parts
  const counts: Record<Counted, number> = { sent: 0, answered: 0, unknown: 0, funds: 0 }
  const watches = new Set<() => void>()
  let isStopping = false

  function count(what: Counted): void {
    counts[what] += 1
    for (const watch of [...watches]) watch()
  }

  async function call(record: KeyRecord, kind: KeyCall): Promise<AnswerKind> {
    const called = callForKey(parts, address, record, kind)
    count('sent')
    const answerKind = await called
    if (answerKind !== 'cut') count('answered')
    if (answerKind === 'unknown') count('unknown')
    if (counts.answered % movesEvery === 0) prices.move()
    return answerKind
  }

  /** Resolves with true if the server still answers. */
  async function callAll(record: KeyRecord, kinds: readonly KeyCall[]): Promise<boolean> {
    const answerKind = await Promise.all(kinds.map((kind) => call(record, kind)))
    return answerKind.every((one, at) => one !== 'cut' || kinds[at] === 'drop')
  }

  /** Sends requests until `stop` or until the server stops answering. */
  async function work(trader: Trader): Promise<void> {
    let isThere = true
    while (isThere && !isStopping) {
      const { random } = trader
      const record = parts.keyLog.open({ ...trader, action: trader.next() })
      isThere = await callAll(record, firstCalls(random, parts.asksOften))
      if (isThere) isThere = await callAll(record, nextCalls(random, record))
      const answer = answerOf(record)
      if (answer !== undefined) trader.onAnswer(record.action, answer)
    }
  }

  async function moveMoney(act: (address: string) => Promise<boolean>): Promise<void> {
    let isThere = true
    while (isThere && !isStopping) {
      isThere = await act(address)
      count('funds')
    }
  }

  function reach(what: Counted, wanted: number): Promise<void> {
    return new Promise((resolve) => {
      const watch = () => {
        if (counts[what] < wanted) return
        watches.delete(watch)
        resolve()
      }
      watches.add(watch)
      watch()
    })
  }

  const money = Promise.all(parts.fundsHands.map(moveMoney))
  const hands = Promise.race([reach('funds', parts.actsBefore), money]).then(() =>
    Promise.all(traders.flatMap((trader) => Array.from({ length: handsOfEach }, () => work(trader)))),
  )
  const everyone = Promise.all([hands, money]).then(() => undefined)
  return {
    until(what, more) {
      const reached = reach(what, counts[what] + more)
      return withTimeout(reachedWithinMs, Promise.race([reached, everyone]), `${more} more ${what}`)
    },
    async stop() {
      isStopping = true
      await withTimeout(reachedWithinMs, everyone, 'requests in flight')
    },
  }
}
