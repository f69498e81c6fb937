import { fc } from '#test/fast-check.ts'
import { type MarketCode, marketCodes, type TriggerHarness, userIds } from '#test/triggers/trigger-harness.ts'

type Step = (harness: TriggerHarness) => void

const user = fc.constantFrom(...userIds)
const code = fc.constantFrom<MarketCode>(...marketCodes)
/** Mostly small moves, sometimes a gap. */
const move = fc.oneof(
  { weight: 8, arbitrary: fc.noBias(fc.integer({ min: -800, max: 800 })) },
  { weight: 4, arbitrary: fc.noBias(fc.integer({ min: -6000, max: 6000 })) },
  fc.noBias(fc.integer({ min: -60_000, max: 60_000 })),
)
const level = fc.noBias(fc.integer({ min: 100, max: 15_000 }))
const spread = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 300 }))
const dollars = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 4000 }))

const placing: fc.Arbitrary<Step> = fc
  .record({
    userId: user,
    code,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.noBias(fc.integer({ min: 5, max: 250 })).map((count) => (count / 100).toString()),
    kind: fc.constantFrom('market', 'market', 'market', 'stops', 'pending'),
    target: move,
    loss: level,
    gain: level,
  })
  .map(({ userId, kind, loss, gain, target, ...rest }) => (harness) => {
    const up = rest.side === 'buy' ? 1 : -1
    const stops = kind === 'stops' ? { stopLoss: -up * loss, takeProfit: up * gain } : none
    harness.place(userId, { ...rest, ...stops, target: kind === 'pending' ? target : null })
  })
const none = { stopLoss: null, takeProfit: null }

const changing: fc.Arbitrary<Step> = fc
  .tuple(user, fc.nat({ max: 9 }), fc.constantFrom('close', 'cancel', 'set_stops'), fc.option(level))
  .map(
    ([userId, at, how, ppm]) =>
      (harness) =>
        harness.change(userId, at, how, ppm),
  )
const paying: fc.Arbitrary<Step> = fc.tuple(user, dollars, fc.boolean()).map(
  ([userId, amount, isIn]) =>
    (harness) =>
      isIn ? harness.deposit(userId, amount) : harness.withdraw(userId, amount),
)
const quoting: fc.Arbitrary<Step> = fc.tuple(code, move, spread, fc.noBias(fc.nat({ max: 9 }))).map(
  ([market, ppm, wide, at]) =>
    (harness) =>
      harness.quote(market, ppm, wide, at !== 0),
)
const stating: fc.Arbitrary<Step> = fc
  .tuple(code, fc.constantFrom('open' as const, 'open' as const, 'closed' as const, 'stale' as const))
  .map(
    ([market, state]) =>
      (harness) =>
        harness.state(market, state),
  )
/** All markets except one close, prices keep moving, and then a market opens. */
const night: fc.Arbitrary<Step> = fc
  .tuple(code, code, fc.array(fc.tuple(code, move), { maxLength: 12 }), code, move)
  .map(([awake, falling, moves, opening, gap]) => (harness) => {
    for (const market of marketCodes) if (market !== awake) harness.state(market, 'closed')
    harness.quote(falling, gap * 4, 2, true)
    for (const [market, ppm] of moves) harness.quote(market, ppm, 2, true)
    harness.quote(awake, 10, 2, true)
    harness.state(opening, 'open')
    harness.quote(awake, -10, 2, true)
    for (const market of marketCodes) harness.state(market, 'open')
  })
const passing: fc.Arbitrary<Step> = fc
  .constantFrom(1, 400, 3_000, 9_999, 10_000, 301_000)
  .map((ms) => (harness) => harness.pass(ms))
const moves = fc.array(fc.tuple(code, move), { maxLength: 8 })
const missing: fc.Arbitrary<Step> = moves.map((unseen) => (harness) => harness.miss(unseen))
const reloading: fc.Arbitrary<Step> = moves.map((meanwhile) => (harness) => harness.reload(meanwhile))
const restarting: fc.Arbitrary<Step> = fc
  .subarray([...marketCodes])
  .map((forgotten) => (harness) => harness.restart(forgotten))
const freezing: fc.Arbitrary<Step> = user.map((userId) => (harness) => harness.freeze(userId))

/** Random sequences of everything that can happen to accounts, prices and the engine. */
export const randomSteps = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: placing },
    { weight: 50, arbitrary: quoting },
    { weight: 5, arbitrary: changing },
    { weight: 5, arbitrary: paying },
    { weight: 5, arbitrary: stating },
    { weight: 8, arbitrary: passing },
    { weight: 3, arbitrary: night },
    { weight: 2, arbitrary: missing },
    { weight: 1, arbitrary: reloading },
    { weight: 1, arbitrary: restarting },
    { weight: 1, arbitrary: freezing },
  ),
  { minLength: 60, maxLength: 150, size: 'max' },
)
