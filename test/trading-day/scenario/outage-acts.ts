// What machines do.
import type { MarketDeed } from '#test/trading-day/run-burst.ts'
import { anyRequest } from '#test/trading-day/scenario/people-acts.ts'
import { type Act, isKept, livelyMarket, moved, newKey } from '#test/trading-day/scenario/scene.ts'

/** Prices go on while nobody judges them, and markets open and close. */
export const restart: Act = async (scene) => {
  const { random, markets } = scene
  const meanwhile = Array.from({ length: random.below(5) }, (): MarketDeed => {
    if (random.chance(0.8)) return moved(scene, livelyMarket(scene))
    return { marketId: random.pick(markets).id, state: random.pick(['open', 'open', 'closed', 'stale']) }
  })
  await scene.day.restart(meanwhile)
}

export const crash: Act = async (scene) => {
  const { day, random, users, kept } = scene
  const asker = random.pick(users)
  const request = anyRequest(scene, asker.userId)
  const key = newKey(scene)
  const fate = random.pick(['held', 'silent'] as const)
  const isOutcomeAsked = random.chance(0.3)
  const first = await day.crash(asker, request, key, { fate, isOutcomeAsked })
  // A key that may be burned is left alone from here on.
  const mayBeBurned = isOutcomeAsked && first.kind === 'refused' && first.reason === 'too_late'
  if (!mayBeBurned && isKept(request, first))
    kept.push({ asker, request, key, first, atMs: day.time.clock.now() })
}
