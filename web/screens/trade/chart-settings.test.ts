import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedText, type TextStorage } from '#browser/storage/stored-text.ts'
import { chartSettingKeys, createChartSettings } from '#web/screens/trade/chart-settings.ts'

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
    events: storedText(storage, chartSettingKeys.events),
  })

const seen = (storage: TextStorage) => {
  const { period, indicators } = settingsIn(storage)
  return [period.getSnapshot(), ...indicators.getSnapshot()]
}

describe('chart settings', () => {
  test('default to 15 minutes and the moving average', () => {
    assert.deepEqual(seen(memory()), ['15min', 'MA'])
  })

  test('are restored at the next visit, with indicators in the offered order', () => {
    const storage = memory()
    const settings = settingsIn(storage)
    settings.setPeriod('1day')
    settings.toggleIndicator('RSI', true)
    settings.toggleIndicator('BOLL', true)
    settings.toggleIndicator('MA', false)
    assert.deepEqual(seen(storage), ['1day', 'BOLL', 'RSI'])
    assert.deepEqual([...settings.indicators.getSnapshot()], ['BOLL', 'RSI'])
  })

  test('remember that all indicators were switched off', () => {
    const storage = memory()
    settingsIn(storage).toggleIndicator('MA', false)
    assert.deepEqual(seen(storage), ['15min'])
  })

  test('mark events of high importance until the user chooses otherwise', () => {
    const storage = memory({ [chartSettingKeys.events]: 'some' })
    const settings = settingsIn(storage)
    assert.equal(settings.events.getSnapshot(), 'high')
    settings.setEvents('off')
    assert.equal(settings.events.getSnapshot(), 'off')
    assert.equal(settingsIn(storage).events.getSnapshot(), 'off')
  })

  test('ignore unknown and duplicate stored values', () => {
    const storage = memory({
      [chartSettingKeys.period]: '4hours',
      [chartSettingKeys.indicators]: 'RSI,KDJ,RSI',
    })
    assert.deepEqual(seen(storage), ['15min', 'RSI'])
  })
})
