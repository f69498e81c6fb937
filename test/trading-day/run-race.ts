import type { AccountOwner, CommandKey, CommandRequest } from '#server/engine/engine.ts'
import { compareAnswers, compareOutcomes } from '#test/trading-day/compare-answers.ts'
import type { Fate } from '#test/trading-day/memory-store.ts'
import type { BurstParts } from '#test/trading-day/run-burst.ts'
import { settled } from '#test/trading-day/start-engine.ts'

export type Race = {
  readonly asker: AccountOwner
  readonly request: CommandRequest
  readonly key: CommandKey
  readonly isAskedFirst: boolean
  /** Of the first commit. */
  readonly fate: Fate
}

/**
 * A command is sent and its outcome asked for at the same time. Whichever the engine decides first, both answers must
 * agree: the outcome of the command, or that it is refused for ever.
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
