import type { StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order.ts'
import { createEngine, type Engine, type EngineParts } from '#server/engine/engine.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'

export type EngineStart = {
  readonly store: EngineStore
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  readonly lastPrices: readonly StartPrice[]
  readonly time: FakeTimers
  readonly holder: string
  readonly publish: EngineParts['publish']
  /** In place of the usual ones. */
  readonly createTriggers?: CreateTriggers | undefined
  /** What nobody should ever hear. */
  readonly alarm: (sentence: string) => void
}

export type Running = {
  readonly engine: Engine
  readonly tell: (event: MarketEvent) => void
  readonly isLost: () => boolean
}

/** They are counted, not looked at, and one set of them lasts for all days. */
const metrics = createMetrics()

/** The real engine, on a feed that the day plays by hand. */
export async function startEngine({
  time,
  feeMode,
  alarm,
  createTriggers,
  ...start
}: EngineStart): Promise<Running> {
  let handler: ((event: MarketEvent) => void) | undefined
  let isLost = false
  const engine = createEngine({
    ...start,
    ...(createTriggers === undefined ? {} : { createTriggers }),
    feed: 'day',
    feeMode: () => feeMode,
    onMarketEvent(given) {
      handler = given
      return () => {
        handler = undefined
      }
    },
    onLeaseLost() {
      isLost = true
    },
    clock: time.clock,
    timers: time,
    log: {
      error: (...told: readonly unknown[]) => alarm(told.map(inWords).join(' ')),
      warn: () => undefined,
      info: () => undefined,
    },
    metrics,
  })
  return {
    engine: await settled(engine, time),
    tell: (event) => handler?.(event),
    isLost: () => isLost,
  }
}

/** Waits for an answer. Time stands still while things go their way, and moves on where they wait for it. */
export async function settled<Result>(answer: Promise<Result>, time: FakeTimers): Promise<Result> {
  let isHere = false
  const here = () => {
    isHere = true
  }
  answer.then(here, here)
  for (let turns = 0; turns < mostTurns; turns += 1) {
    await turn()
    if (isHere) return await answer
    time.advance(turns < patientTurns ? 0 : pauseMs)
  }
  throw new Error('the engine never answered')
}

/** As long as anything is on its way. What is in memory needs no more than a turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const mostTurns = 500
const patientTurns = 10
const pauseMs = 20

function inWords(told: unknown): string {
  if (typeof told === 'string') return told
  const fault = told instanceof Object && 'fault' in told ? told.fault : undefined
  return fault instanceof Error ? (fault.stack ?? fault.message) : JSON.stringify(told)
}
