import type { MarketState } from '#core/market/quote.ts'
import type { AccountOwner, CommandKey, CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import { compareAnswers, compareOutcomes } from '#test/trading-day/comparison.ts'
import { type EngineSide, settled } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { CommitResult } from '#test/trading-day/memory-store.ts'
import type { OracleAnswer } from '#test/trading-day/oracle/oracle-types.ts'
import type { OracleSide } from '#test/trading-day/oracle-side.ts'
import type { Pair } from '#test/trading-day/scenario/day-markets.ts'

type Quoted = { readonly marketId: number; readonly pair: Pair }
/** A quote of a market, or a change of its state. */
export type MarketChange = Quoted | { readonly marketId: number; readonly state: MarketState }
type Command = { readonly asker: AccountOwner; readonly request: CommandRequest }
export type BurstItem = MarketChange | Command

type BurstParts = {
  readonly side: EngineSide
  readonly model: OracleSide
  readonly counts: EventCounts
}

/**
 * Lets the engine decide all commands and quotes while the first commit is pending. If that commit fails, the effects
 * of the quotes are lost, and the commands are decided again.
 */
export async function runBurst(
  { side, model, counts }: BurstParts,
  items: readonly BurstItem[],
  commitResult: 'held' | 'held_then_failed',
): Promise<void> {
  const { store, time } = side
  const toRepeat: (() => void)[] = []
  const answers: {
    readonly answer: Promise<SubmitResult>
    readonly compare: (answer: SubmitResult) => void
  }[] = []
  const isLost = () => commitResult === 'held_then_failed' && store.nextCommitResult() !== commitResult

  async function applyChange(item: MarketChange): Promise<void> {
    const event = side.nextEvent(item.marketId, 'pair' in item ? item.pair : item.state)
    side.sendEvent(event)
    await side.runSlices()
    if (isLost()) model.applyToBoardOnly(event)
    else model.applyEvent(event)
  }
  async function submit({ asker, request }: Command): Promise<void> {
    side.trace('submit', asker, request)
    const answer = side.running().engine.submit(asker, request)
    await side.runSlices()
    let expected: OracleAnswer = { kind: 'nothing' }
    const decide = () => {
      expected = model.submit(asker, request, time.clock.now())
    }
    if (isLost()) toRepeat.push(decide)
    else decide()
    answers.push({ answer, compare: (answer) => compareAnswers(answer, expected, { request, counts }) })
  }

  side.trace('burst', commitResult)
  store.setCommitResult(commitResult)
  for (const item of items) await ('marketId' in item ? applyChange(item) : submit(item))
  for (const decide of toRepeat) decide()
  store.release()
  side.resetCommitResult(commitResult)
  for (const { answer, compare } of answers) compare(await settled(answer, time))
  await side.waitUntilIdle()
}

type Race = {
  readonly asker: AccountOwner
  readonly request: CommandRequest
  readonly key: CommandKey
  readonly isCommandFirst: boolean
  /** Result of the first commit. */
  readonly commitResult: CommitResult
}

/**
 * Sends a command and an outcome call for its key at the same time. Either may be decided first, but both answers must
 * agree: either the outcome of the command, or the refusal of a burned key.
 */
export async function runRace({ side, model, counts }: BurstParts, race: Race): Promise<void> {
  const { asker, request, key, isCommandFirst, commitResult } = race
  const { store, time } = side
  const atMs = time.clock.now()
  const { engine } = side.running()
  side.trace(
    'race',
    isCommandFirst ? 'command first' : 'outcome first',
    asker,
    request,
    key.key,
    commitResult,
  )
  store.setCommitResult(commitResult)
  const outcomeFirst = isCommandFirst ? undefined : engine.outcomeOf(asker, key.key, atMs)
  const pendingAnswer = engine.submit(asker, request, key)
  const outcome = outcomeFirst ?? engine.outcomeOf(asker, key.key, atMs)
  const answer = await settled(pendingAnswer, time)
  const keyOutcome = await settled(outcome, time)
  side.resetCommitResult(commitResult)
  const isBurnedFirst =
    keyOutcome.kind === 'never' && answer.kind === 'refused' && answer.reason === 'too_late'
  if (isBurnedFirst) model.outcome(asker, key.key)
  compareAnswers(answer, model.submit(asker, request, atMs, key.key), { request, counts })
  compareOutcomes(keyOutcome, model.outcome(asker, key.key), { first: answer, counts })
  counts.add(isBurnedFirst ? 'race won by the outcome' : 'race won by the command')
  await side.waitUntilIdle()
}
