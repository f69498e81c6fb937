import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSetting } from '#contract/calls/settings.ts'
import { settingDefinitions, settingKeys } from '#server/settings/settings.ts'

test('the call answers for exactly the settings that are public', () => {
  const answered = defaultSetting.input.properties.key.anyOf.map((literal) => literal.const)
  assert.deepEqual([...answered].sort(), settingKeys.filter((key) => settingDefinitions[key].isPublic).sort())
})
