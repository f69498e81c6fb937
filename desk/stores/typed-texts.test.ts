import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { storedText } from '#browser/storage/stored-text.ts'
import { createTypedTexts, typedTextsKey, typedTextsStorageKey } from '#desk/stores/typed-texts.ts'

const text = { title: 'Title', description: '', body: 'Body', revision: 3 }

function fakeStorage(initial?: string) {
  const values = new Map(initial === undefined ? [] : [[typedTextsStorageKey, initial]])
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
  return { values, stored: () => storedText(storage, typedTextsStorageKey) }
}

describe('typed texts', () => {
  test('are kept for the next page, by operator and article', () => {
    const { stored } = fakeStorage()
    createTypedTexts(stored()).set(typedTextsKey(1, 12), { en: text })
    assert.deepEqual(createTypedTexts(stored()).getSnapshot(), { '1:12': { en: text } })
  })

  test('leave the storage when they are saved', () => {
    const { values, stored } = fakeStorage()
    const typed = createTypedTexts(stored())
    typed.set('1:12', { en: text })
    typed.set('1:13', { hk: text })
    typed.set('1:12', {})
    assert.deepEqual(typed.getSnapshot(), { '1:13': { hk: text } })
    typed.set('1:13', {})
    assert.equal(values.size, 0)
  })

  test('last as long as the page if the storage is full', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota')
      },
      removeItem: () => undefined,
    }
    const typed = createTypedTexts(storedText(full, typedTextsStorageKey))
    typed.set('1:12', { en: text })
    assert.deepEqual(typed.getSnapshot(), { '1:12': { en: text } })
  })

  for (const [name, stored, expected] of [
    ['no JSON', '{', {}],
    ['a list', '[]', {}],
    ['another shape', '{"1:12":{"en":{"title":1},"xx":{},"hk":7},"1:13":null}', { '1:12': {}, '1:13': {} }],
  ] as const)
    test(`ignore ${name} in the storage`, () => {
      assert.deepEqual(createTypedTexts(fakeStorage(stored).stored()).getSnapshot(), expected)
    })
})
