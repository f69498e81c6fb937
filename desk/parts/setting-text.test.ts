import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin, settingText, valueText } from '#desk/parts/setting-text.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import { type SettingDefinition, settingDefinitions, settingKeys } from '#server/settings/settings.ts'

const t = (key: DeskKey) => key

test('every setting and each of its options has a translation', () => {
  for (const key of settingKeys) {
    assert.equal(settingText(key, '', t), `setting.${key}`)
    for (const option of settingDefinitions[key].options)
      assert.equal(valueText(key, option, t), `setting.${key}.${option}`)
  }
})

test('an unknown setting is shown with the description and value of the server', () => {
  assert.equal(settingText('brand_new', 'What it is for.', t), 'What it is for.')
  assert.equal(valueText('brand_new', '7', t), '7')
  assert.equal(valueText('service_link', 'https://a.example', t), 'https://a.example')
  assert.equal(valueText('service_link', '', t), 'settings.nothing')
})

test('a number is read as by the server', () => {
  const { range, parse } = settingDefinitions.payout_method_wait_hours as SettingDefinition<number>
  assert.ok(range !== undefined)
  for (const text of ['', '0', '24', '168', '169', '-1', '1.5', '1e2', '024', 'a'])
    assert.equal(isWithin(text, range), 'value' in parse(text), text)
})
