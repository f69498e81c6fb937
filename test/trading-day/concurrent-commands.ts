import type { MarketState } from '#core/market/quote.ts'
import type { AccountOwner, CommandKey, CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import { compareAnswers, compareOutcomes } from '#test/trading-day/comparison.ts'
import { type EngineSide, settled, turn } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { Fate } from '#test/trading-day/memory-store.ts'
import type { OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'
import type { OracleSide } from '#test/trading-day/oracle-side.ts'
import type { Pair } from '#test/trading-day/scenario/day-markets.ts'

type Quoted = { readonly marketId: number; readonly pair: Pair }
/** A quote of a market, or a change of its state. */
export type MarketDeed = Quoted | { readonly marketId: number; readonly state: MarketState }
type Command = { readonly asker: AccountOwner; readonly request: CommandRequest }
export type Deed = MarketDeed | Command

type BurstParts = {
  readonly side: EngineSide
  readonly model: OracleSide
  readonly counts: EventCounts
}

/**
 * Decides everything while the first commit is pending. If that commit fails, the effects of the quotes are lost and
 * the commands are decided again.
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

type Race = {
  readonly asker: AccountOwner
  readonly request: CommandRequest
  readonly key: CommandKey
  readonly isAskedFirst: boolean
  /** Fate of the first commit. */
  readonly fate: Fate
}

/**
 * Sends a command and an outcome call for its key at the same time. Either may be decided first, but both answers must
 * agree: the outcome of the command, or a permanent refusal.
 */
export async function runRace({ side, model, counts }: BurstParts, race: Race): Promise<void> {
  const { asker, request, key, isAskedFirst, fate } = race
  const { store, time } = side
  const atMs = time.clock.now()
  const { engine } = side.running()
  side.note('race', isAskedFirst ? 'ask first' : 'outcome first', asker, request, key.key, fate)
  store.setFate(fate)
  const outcomeFirst = isAskedFirst ? undefined : engine.outcomeOf(asker, key.key, atMs)
  const asking = engine.submit(asker, request, key)
  const outcome = outcomeFirst ?? engine.outcomeOf(asker, key.key, atMs)
  const asked = await settled(asking, time)
  const told = await settled(outcome, time)
  side.hasMet(fate)
  const isBurnedFirst = told.kind === 'never' && asked.kind === 'refused' && asked.reason === 'too_late'
  if (isBurnedFirst) model.outcome(asker, key.key)
  compareAnswers(asked, model.ask(asker, request, atMs, key.key), { request, counts })
  compareOutcomes(told, model.outcome(asker, key.key), { first: asked, counts })
  counts.add(isBurnedFirst ? 'race won by the outcome' : 'race won by the command')
  await side.quiet()
}
