// What people do.
import type { Request } from '#server/engine/engine.ts'
import type { Deed } from '#test/trading-day/run-burst.ts'
import { makeRequest } from '#test/trading-day/scenario/make-request.ts'
import { dayMs } from '#test/trading-day/scenario/market-acts.ts'
import {
  type Act,
  anyFate,
  isKept,
  livelyMarket,
  newKey,
  nextPair,
  type Scene,
} from '#test/trading-day/scenario/scene.ts'

/** Now and then the account is left for the next start to open. */
export const register: Act = async ({ day, random, users }) => {
  const asker = { userId: users.length + 1, isDemo: random.chance(0.5) }
  const isOpened = random.chance(0.9)
  await day.register(asker, isOpened)
  if (!isOpened) await day.restart([])
  users.push(asker)
}

export const ask: Act = async (scene) => {
  const { day, random, users, kept } = scene
  const asker = random.pick(users)
  const request = anyRequest(scene, asker.userId)
  const key = random.chance(0.4) ? newKey(scene) : undefined
  const first = await day.ask(asker, request, { key, fate: anyFate(random) })
  if (key === undefined || !isKept(request, first)) return
  kept.push({ asker, request, key, first, atMs: day.time.clock.now() })
}

/** Within a day: after that the key may be used for something else. */
export const repeat: Act = async ({ day, random, kept }) => {
  const before = kept.length === 0 ? undefined : random.pick(kept)
  if (before === undefined || day.time.clock.now() - before.atMs >= dayMs) return
  await day.repeat(before.asker, before.request, before.key, before.first)
}

/** Much at once. Where it is lost together, closing would be decided before opening: so only one of both is asked. */
export const burst: Act = async (scene) => {
  const { day, random, users } = scene
  const fate = random.pick(['held', 'held_lost'] as const)
  const deeds = Array.from({ length: random.between(2, 8) }, (): Deed => {
    const asker = random.pick(users)
    const request = anyRequest(scene, asker.userId)
    const isAsked = random.chance(0.6) && (fate === 'held' || request.kind === 'open_order')
    if (isAsked) return { asker, request }
    const marketId = livelyMarket(scene)
    return { marketId, pair: nextPair(scene, marketId) }
  })
  await day.burst(deeds, fate)
}

export function anyRequest({ markets, day, random }: Scene, userId: number): Request {
  return makeRequest({ markets, board: day.board, tables: day.tables }, userId, random)
}
