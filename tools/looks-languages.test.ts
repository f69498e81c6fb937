import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { longestOf, longLanguages, writeLooksLanguages } from '#tools/looks-languages.ts'

test('takes the widest message of each key', () => {
  const german = { open: 'Eröffnen', price: 'Preis' }
  const chinese = { open: '開倉', price: '成交價格' }
  assert.deepEqual(longestOf([german, chinese, { open: 'Open', price: 'Price' }]), {
    open: 'Eröffnen',
    price: '成交價格',
  })
})

test('offers German and Arabic in the app and in the console', async (t) => {
  const dir = join('dist', 'looks-languages-test', 'i18n')
  t.after(() => rmSync(dirname(dir), { recursive: true, force: true }))
  await writeLooksLanguages(dir)
  const read = (file: string) => import(resolve(dir, file))
  const { translatedLanguages, deskLanguages } = await read('translated-languages.ts')
  assert.deepEqual(deskLanguages, ['hk', 'en', 'de', 'ar'])
  for (const code of longLanguages) {
    assert.ok(translatedLanguages.includes(code))
    const [english, long] = await Promise.all(['en', code].map((name) => read(`desk/${name}.ts`)))
    assert.deepEqual(Object.keys(long.messages).sort(), Object.keys(english.messages).sort())
    assert.equal(long.messages['nav.pictures'], english.messages['nav.pictures'])
  }
})
