import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMarketVolatility } from '#server/engine/triggers/market-volatility.ts'

/** Jump limits of 2 % and 4 %. */
const markets = [
  { id: 101, jumpLimitPpm: 20_000 },
  { id: 102, jumpLimitPpm: 40_000 },
]

describe('market volatility', () => {
  test('follows the moves between quotes, up and down', () => {
    const volatility = createMarketVolatility(markets)
    assert.equal(volatility.of(101), 1e-4)
    for (let at = 0; at < 2000; at += 1) volatility.observe(101, at % 2 === 0 ? 200_000 : 200_200)
    assert.ok(Math.abs(volatility.of(101) - 1e-3) < 1e-5, String(volatility.of(101)))
    for (let at = 0; at < 20_000; at += 1) volatility.observe(101, 200_000)
    assert.ok(volatility.of(101) > 0 && volatility.of(101) < 1e-5, String(volatility.of(101)))
  })

  test('is estimated for each market separately', () => {
    const volatility = createMarketVolatility(markets)
    for (const sum of [100, 200, 100]) volatility.observe(101, sum)
    assert.equal(volatility.of(102), 2e-4)
    assert.ok(volatility.of(101) > 1e-2)
  })
})
