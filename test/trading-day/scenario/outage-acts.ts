// What machines do.
import { anyRequest } from '#test/trading-day/scenario/people-acts.ts'
import { type Act, isKept, livelyMarket, newKey, nextPair } from '#test/trading-day/scenario/scene.ts'

/** Prices go on while nobody judges them. */
export const restart: Act = async (scene) => {
  const meanwhile = Array.from({ length: scene.random.below(4) }, () => {
    const marketId = livelyMarket(scene)
    return { marketId, pair: nextPair(scene, marketId) }
  })
  await scene.day.restart(meanwhile)
}

export const crash: Act = async (scene) => {
  const { day, random, users, kept } = scene
  const asker = random.pick(users)
  const request = anyRequest(scene, asker.userId)
  const key = newKey(scene)
  const first = await day.crash(asker, request, key, random.pick(['held', 'silent']))
  if (isKept(request, first)) kept.push({ asker, request, key, first, atMs: day.time.clock.now() })
}
