import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMarketVolatility } from '#server/engine/triggers/market-volatility.ts'

/** A move of two percent would not be believed at once, in the one market; of four in the other. */
const markets = [
  { id: 101, jumpLimitPpm: 20_000 },
  { id: 102, jumpLimitPpm: 40_000 },
]

describe('how much a market moves', () => {
  test('is learnt from its quotes, and forgotten again', () => {
    const stir = createMarketVolatility(markets)
    assert.equal(stir.of(101), 1e-4)
    for (let at = 0; at < 2000; at += 1) stir.observe(101, at % 2 === 0 ? 200_000 : 200_200)
    assert.ok(Math.abs(stir.of(101) - 1e-3) < 1e-5, String(stir.of(101)))
    for (let at = 0; at < 20_000; at += 1) stir.observe(101, 200_000)
    assert.ok(stir.of(101) > 0 && stir.of(101) < 1e-5, String(stir.of(101)))
  })

  test('is of that market alone', () => {
    const stir = createMarketVolatility(markets)
    for (const sum of [100, 200, 100]) stir.observe(101, sum)
    assert.equal(stir.of(102), 2e-4)
    assert.ok(stir.of(101) > 1e-2)
  })
})
