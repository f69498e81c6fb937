import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTradeSettings, tradeSettingNames } from '#web/screens/trade/chart-settings.ts'
import { storedText, type TextStorage } from '#web/stores/stored-text.ts'

function memory(entries: Readonly<Record<string, string>> = {}): TextStorage {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  }
}

const settingsIn = (storage: TextStorage) =>
  createTradeSettings({
    period: storedText(storage, tradeSettingNames.period),
    indicators: storedText(storage, tradeSettingNames.indicators),
  })

const seen = (storage: TextStorage) => {
  const { period, indicators } = settingsIn(storage)
  return [period.getSnapshot(), ...indicators.getSnapshot()]
}

describe('the settings of the chart', () => {
  test('begin with a quarter of an hour and an average', () => {
    assert.deepEqual(seen(memory()), ['15min', 'MA'])
  })

  test('are found again at the next visit, in the order in which they are offered', () => {
    const storage = memory()
    const settings = settingsIn(storage)
    settings.choosePeriod('1day')
    settings.toggle('RSI', true)
    settings.toggle('BOLL', true)
    settings.toggle('MA', false)
    assert.deepEqual(seen(storage), ['1day', 'BOLL', 'RSI'])
    assert.deepEqual([...settings.indicators.getSnapshot()], ['BOLL', 'RSI'])
  })

  test('remember that none was wanted', () => {
    const storage = memory()
    settingsIn(storage).toggle('MA', false)
    assert.deepEqual(seen(storage), ['15min'])
  })

  test('forget what no longer exists, and draw nothing twice', () => {
    const storage = memory({
      [tradeSettingNames.period]: '4hours',
      [tradeSettingNames.indicators]: 'RSI,KDJ,RSI',
    })
    assert.deepEqual(seen(storage), ['15min', 'RSI'])
  })
})
