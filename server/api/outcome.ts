import { outcomeOfKey } from '#contract/calls/trading.ts'
import { answered, refused } from '#contract/outcome.ts'
import { lostAnswer, lostToWire } from '#contract/outcome-wire.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { answerOfEngine } from '#server/api/answer-of-engine.ts'
import { createMarketOf, type TradingParts } from '#server/api/trading-parts.ts'
import type { Engine } from '#server/engine/engine.ts'
import { type Route, userRoute } from '#server/gateway/gateway.ts'
import type { Words } from '#server/platform/words.ts'

type Parts = Omit<TradingParts, 'engine'> & {
  readonly engine: Pick<Engine, 'outcomeOf'>
  readonly words: Words
}

/** What became of an order call whose answer was lost. Asking for a key that was never used makes it unusable. */
export function tellOutcome({ accounts, engine, marketData, words }: Parts): Route {
  const marketOf = createMarketOf(marketData)
  return userRoute(outcomeOfKey, accounts.identify, async ({ key, seen_at }, user, { language }) => {
    const found = await engine.outcomeOf(user, key, seen_at)
    switch (found.kind) {
      case 'decided': {
        const lost = answerOfEngine(found.outcome, (_, done) =>
          answered(lostAnswer(done, marketOf, language)),
        )
        return answered(lostToWire(lost, words(language)))
      }
      case 'never':
      case 'expired':
        return answered({ state: found.kind })
      case 'busy':
        return refused('busy')
      case 'unknown':
        return refused('outcome_unknown')
      case 'fault':
        throw new Error('the engine could not tell what became of a key')
      default:
        return ensureNever(found)
    }
  })
}
