import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSetting } from '#contract/calls/settings.ts'
import { settingDefinitions, settingKeys } from '#server/settings/settings.ts'

test('default/setting accepts exactly the settings with isReadByKey', () => {
  const accepted = defaultSetting.input.properties.key.anyOf.map((literal) => literal.const)
  assert.deepEqual(
    [...accepted].sort(),
    settingKeys.filter((key) => settingDefinitions[key].isReadByKey).sort(),
  )
})
