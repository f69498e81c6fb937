import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeskTranslations } from '#desk/stores/translations.ts'
import { storedInMemory } from '#test/fakes/stored-in-memory.ts'

const firstVisits = [
  [undefined, ['zh-TW'], 'hk'],
  [undefined, ['en-GB', 'zh-TW'], 'en'],
  [undefined, ['de-AT'], 'en'],
  [undefined, [], 'hk'],
  ['hk', ['en'], 'hk'],
  ['ar', ['zh'], 'en'],
  ['nonsense', ['zh'], 'hk'],
] as const

for (const [stored, preferred, language] of firstVisits)
  test(`stored ${stored} and preferred ${preferred.join(' ')} shows ${language}`, async () => {
    const parts = { stored: storedInMemory(stored), preferred, reportError: assert.fail }
    const { spoken, t } = (await createDeskTranslations(parts)).getSnapshot()
    assert.deepEqual([spoken, t('control.close')], [language, language === 'hk' ? '關閉' : 'Close'])
  })
