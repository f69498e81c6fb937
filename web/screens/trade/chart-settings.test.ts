import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chartSettingKeys, createChartSettings } from '#web/screens/trade/chart-settings.ts'
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
  createChartSettings({
    period: storedText(storage, chartSettingKeys.period),
    indicators: storedText(storage, chartSettingKeys.indicators),
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
    settings.setPeriod('1day')
    settings.toggleIndicator('RSI', true)
    settings.toggleIndicator('BOLL', true)
    settings.toggleIndicator('MA', false)
    assert.deepEqual(seen(storage), ['1day', 'BOLL', 'RSI'])
    assert.deepEqual([...settings.indicators.getSnapshot()], ['BOLL', 'RSI'])
  })

  test('remember that none was wanted', () => {
    const storage = memory()
    settingsIn(storage).toggleIndicator('MA', false)
    assert.deepEqual(seen(storage), ['15min'])
  })

  test('forget what no longer exists, and draw nothing twice', () => {
    const storage = memory({
      [chartSettingKeys.period]: '4hours',
      [chartSettingKeys.indicators]: 'RSI,KDJ,RSI',
    })
    assert.deepEqual(seen(storage), ['15min', 'RSI'])
  })
})
