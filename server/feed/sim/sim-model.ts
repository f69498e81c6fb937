import { subKey, textKey } from '#server/feed/sim/chance/hash.ts'
import { type ActivityName, activities } from '#server/feed/sim/instruments/activities.ts'
import { type Component, compositionOf } from '#server/feed/sim/instruments/composition.ts'
import type { ModelledMarket } from '#server/feed/sim/instruments/modelled-market.ts'
import { createSimMarket, type SimMarket } from '#server/feed/sim/market/sim-market.ts'
import { createDayClock, type DayClock } from '#server/feed/sim/process/activity.ts'
import { createProcess, type Process } from '#server/feed/sim/process/process.ts'

/** Counts up with every change after which the same seed gives other prices: what was stored then no longer counts. */
export const modelVersion = 1

export type SimModelParts = {
  readonly seed: string
  /** In the mean over markets and hours. */
  readonly ticksPerSecond: number
  readonly markets: readonly ModelledMarket[]
}

/** Its markets, by id. */
export type SimModel = ReadonlyMap<number, SimMarket>

/** The same parts give the same prices at the same times, on every machine and in every thread. */
export function createSimModel({ seed, ticksPerSecond, markets }: SimModelParts): SimModel {
  const processOf = createProcesses(textKey(`openlot ${seed}`))
  return new Map(
    markets.map((market): readonly [number, SimMarket] => {
      const { level, components, spreadPpm } = compositionOf(market, markets)
      const processes = components.map((part) => ({ process: processOf(part), weight: part.weight }))
      const key = subKey(textKey(seed), textKey(market.code))
      const { jumpLimitPpm } = market
      return [market.id, createSimMarket({ jumpLimitPpm, key, level, processes, spreadPpm, ticksPerSecond })]
    }),
  )
}

/** Each process is made once and shared by all the markets it moves; so are the clocks by all the processes. */
function createProcesses(key: number): (component: Component) => Process {
  const clocks = new Map<ActivityName, DayClock>()
  const processes = new Map<string, Process>()
  const clockOf = (name: ActivityName) => getOrMake(clocks, name, () => createDayClock(activities[name]))
  return ({ process, activity }) =>
    getOrMake(processes, process, () =>
      createProcess({
        key: subKey(key, textKey(process)),
        moodKey: subKey(key, textKey(activity === 'coins' ? 'mood of coins' : 'mood')),
        clockOf: clockOf(activity),
      }),
    )
}

function getOrMake<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
