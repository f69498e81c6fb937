import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRealOpening, type RealOpeningParts } from '#server/bootstrap/real-opening.ts'
import { type SettingValue, settingDefinitions } from '#server/settings/settings.ts'

type Value = SettingValue<'real_trades_on_simulated_prices'>

const unset = settingDefinitions.real_trades_on_simulated_prices.default

function realOpening(host: string, value: () => Value, isSimulated = true) {
  return createRealOpening({
    settings: { get: value } as unknown as RealOpeningParts['settings'],
    config: { host },
    isSimulated,
  })
}

describe('real accounts on simulated prices', () => {
  const rows: readonly (readonly [host: string, value: Value, isBlocked: boolean])[] = [
    ['127.0.0.1', unset, false],
    ['127.1.2.3', unset, false],
    ['localhost', unset, false],
    ['::1', unset, false],
    ['0.0.0.0', unset, true],
    ['::', unset, true],
    ['192.168.1.5', unset, true],
    ['example.com', unset, true],
    ['127.0.0.1.example.com', unset, true],
    ['127.0.0.1', 'off', true],
    ['127.0.0.1', 'on', false],
    ['0.0.0.0', 'on', false],
    ['0.0.0.0', 'off', true],
  ]
  for (const [host, value, isBlocked] of rows) {
    test(`${isBlocked ? 'cannot' : 'can'} open orders with HOST ${host} and the setting ${value}`, () => {
      assert.equal(realOpening(host, () => value).isBlocked(), isBlocked)
    })
  }

  test('a setting changed later counts at once', () => {
    let value: Value = 'off'
    const { isBlocked } = realOpening('127.0.0.1', () => value)
    assert.equal(isBlocked(), true)
    value = 'on'
    assert.equal(isBlocked(), false)
  })

  test('the setting has no effect on real prices', () => {
    for (const value of ['auto', 'on', 'off'] as const)
      assert.equal(realOpening('0.0.0.0', () => value, false).isBlocked(), false)
  })

  const logged = (host: string, value: Value, isSimulated = true) => {
    const lines: unknown[] = []
    const log = {
      info: (...line: readonly unknown[]) => void lines.push(['info', ...line]),
      warn: (...line: readonly unknown[]) => void lines.push(['warn', ...line]),
    }
    realOpening(host, () => value, isSimulated).logStart(log)
    return lines
  }

  test('the log says at the start whether they can open orders, as a warning on a public HOST', () => {
    const about = (value: Value) => ({ real_trades_on_simulated_prices: value })
    const can = 'prices are simulated; real accounts can open orders'
    const cannot = 'prices are simulated; real accounts cannot open orders'
    assert.deepEqual(logged('127.0.0.1', 'auto'), [['info', about('auto'), can]])
    assert.deepEqual(logged('127.0.0.1', 'off'), [['info', about('off'), cannot]])
    assert.deepEqual(logged('0.0.0.0', 'auto'), [['warn', about('auto'), cannot]])
    assert.deepEqual(logged('0.0.0.0', 'on'), [['warn', about('on'), can]])
    assert.deepEqual(logged('0.0.0.0', 'off', false), [])
  })
})
