// Steps with restarts, crashes and lost answers.
import type { MarketChange } from '#test/trading-day/concurrent-commands.ts'
import { dayMs } from '#test/trading-day/scenario/market-steps.ts'
import {
  activeMarket,
  anyCommitResult,
  type Burned,
  moved,
  newKey,
  type Scenario,
  type Step,
  usesKey,
} from '#test/trading-day/scenario/scenario.ts'
import { anyRequest } from '#test/trading-day/scenario/user-steps.ts'

/** Prices move and markets open and close while the engine is down. */
export const restart: Step = async (scenario) => {
  const { random, markets } = scenario
  const meanwhile = Array.from({ length: random.below(5) }, (): MarketChange => {
    if (random.chance(0.8)) return moved(scenario, activeMarket(scenario))
    return { marketId: random.pick(markets).id, state: random.pick(['open', 'open', 'closed', 'stale']) }
  })
  await scenario.day.restart(meanwhile)
}

export const crash: Step = async (scenario) => {
  const { day, random, users, kept } = scenario
  const asker = random.pick(users)
  const request = anyRequest(scenario, asker.userId)
  const key = newKey(scenario)
  const commitResult = random.pick(['held', 'never_answered'] as const)
  const isOutcomeAsked = random.chance(0.3)
  const first = await day.crash(asker, request, key, { commitResult, isOutcomeAsked })
  // A key that may be burned is not used again.
  const mayBeBurned = isOutcomeAsked && first.kind === 'refused' && first.reason === 'too_late'
  if (!mayBeBurned && usesKey(request, first))
    kept.push({ asker, request, key, first, atMs: day.time.clock.now() })
}

const longestAskedMs = 23 * 3_600_000

/** Asks for the outcome of a key that was decided. */
const askDecided: Step = async ({ day, random, kept }) => {
  const before = kept.length === 0 ? undefined : random.pick(kept)
  if (before === undefined || day.time.clock.now() - before.atMs >= dayMs) return
  const { asker, key, first } = before
  const seenAtMs = Math.min(before.atMs, day.time.clock.now())
  for (let left = random.between(1, 2); left > 0; left -= 1)
    await day.outcome(asker, key.key, { seenAtMs, first })
}

/** Asks for the outcome of an unused key, which burns it, and then sends a command with that key. */
const burn: Step = async (scenario) => {
  const { day, random, users, burned } = scenario
  const asker = random.pick(users)
  const key = newKey(scenario)
  await day.outcome(asker, key.key, { commitResult: anyCommitResult(random) })
  const made = { asker, key, atMs: day.time.clock.now() }
  burned.push(made)
  if (random.chance(0.2)) await day.restart([])
  await sendBurned(scenario, made)
}

/** Uses a burned key again, within a day. */
const sendAgain: Step = async (scenario) => {
  const { day, random, burned } = scenario
  const made = burned.length === 0 ? undefined : random.pick(burned)
  if (made === undefined || day.time.clock.now() - made.atMs >= dayMs) return
  await sendBurned(scenario, made)
}

async function sendBurned(scenario: Scenario, { asker, key }: Burned): Promise<void> {
  const { day, random } = scenario
  if (random.chance(0.3)) await day.outcome(asker, key.key)
  const fingerprint = random.pick(['f', 'e']).repeat(64)
  await day.submit(asker, anyRequest(scenario, asker.userId), { key: { ...key, fingerprint } })
  if (random.chance(0.3)) await day.outcome(asker, key.key)
}

/** Asks for the outcome with an expired `seen_at`. This does not burn the key, so the command is still decided. */
const askExpired: Step = async (scenario) => {
  const { day, random, users, kept } = scenario
  const asker = random.pick(users)
  const key = newKey(scenario)
  const nowMs = day.time.clock.now()
  await day.outcome(asker, key.key, { seenAtMs: nowMs - longestAskedMs - random.pick([1, dayMs]) })
  const request = anyRequest(scenario, asker.userId)
  const first = await day.submit(asker, request, { key })
  if (usesKey(request, first)) kept.push({ asker, request, key, first, atMs: nowMs })
  else await day.outcome(asker, key.key, { seenAtMs: day.time.clock.now() - longestAskedMs })
}

const race: Step = async (scenario) => {
  const { day, random, users } = scenario
  const asker = random.pick(users)
  await day.race(asker, anyRequest(scenario, asker.userId), newKey(scenario), {
    isCommandFirst: random.chance(0.6),
    commitResult: anyCommitResult(random),
  })
}

export const askOutcome: Step = async (scenario) => {
  const step = scenario.random.weighted([
    [3, askDecided],
    [3, burn],
    [2, sendAgain],
    [1, askExpired],
    [3, race],
  ])
  await step(scenario)
}
