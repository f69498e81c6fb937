import type { MarketState } from '#core/market/quote.ts'
import type { AccountOwner, CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import { compareAnswers } from '#test/trading-day/compare-answers.ts'
import type { EngineSide } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'
import type { OracleSide } from '#test/trading-day/oracle-side.ts'
import type { Pair } from '#test/trading-day/scenario/price-walk.ts'
import { settled, turn } from '#test/trading-day/start-engine.ts'

export type Quoted = { readonly marketId: number; readonly pair: Pair }
/** What happens to a market: a quote, or a change of its state. */
export type MarketDeed = Quoted | { readonly marketId: number; readonly state: MarketState }
type Command = { readonly asker: AccountOwner; readonly request: CommandRequest }
export type Deed = MarketDeed | Command

export type BurstParts = {
  readonly side: EngineSide
  readonly model: OracleSide
  readonly counts: EventCounts
}

/**
 * All of it decided while the first commit is still on its way. From that commit on nothing is written; where it fails
 * in the end, quotes were judged for nothing and commands are decided anew.
 */
export async function runBurst(
  { side, model, counts }: BurstParts,
  deeds: readonly Deed[],
  fate: 'held' | 'held_lost',
): Promise<void> {
  const { store, time } = side
  const anew: (() => void)[] = []
  const answers: {
    readonly asked: Promise<SubmitResult>
    readonly compare: (asked: SubmitResult) => void
  }[] = []
  const isLost = () => fate === 'held_lost' && store.fate() !== fate

  async function hear(deed: MarketDeed): Promise<void> {
    const event = side.eventOf(deed.marketId, 'pair' in deed ? deed.pair : deed.state)
    side.tell(event)
    await turn()
    if (isLost()) model.note(event)
    else model.hear(event)
  }
  async function ask({ asker, request }: Command): Promise<void> {
    side.note('ask', asker, request)
    const asked = side.running().engine.submit(asker, request)
    await turn()
    let expected: OracleAnswer = { kind: 'nothing' }
    const decide = () => {
      expected = model.ask(asker, request, time.clock.now())
    }
    if (isLost()) anew.push(decide)
    else decide()
    answers.push({ asked, compare: (told) => compareAnswers(told, expected, { request, counts }) })
  }

  side.note('burst', fate)
  store.setFate(fate)
  for (const deed of deeds) await ('marketId' in deed ? hear(deed) : ask(deed))
  for (const decide of anew) decide()
  store.letGo()
  side.hasMet(fate)
  for (const { asked, compare } of answers) compare(await settled(asked, time))
  await side.quiet()
}
