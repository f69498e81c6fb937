import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DictionaryName } from '#i18n/web/load-dictionary.ts'
import { createLateParts } from '#web/stores/late-parts.ts'

function createFixture() {
  const dictionaries: DictionaryName[] = []
  const late = createLateParts({
    parts: () => ({ name: 'app' }),
    loadDictionary: async (name) => void dictionaries.push(name),
  })
  return { late, dictionaries }
}

describe('late parts', () => {
  test('are created once for each function, from the parts of the app', () => {
    const { late } = createFixture()
    const create = ({ name }: { name: string }) => ({ name })
    assert.deepEqual(late.once(create), { name: 'app' })
    assert.equal(late.once(create), late.once(create))
    assert.notEqual(late.once(create), createFixture().late.once(create))
    assert.notEqual(
      late.once(create),
      late.once((parts) => create(parts)),
    )
  })

  test('load once, with their dictionaries', async () => {
    const { late, dictionaries } = createFixture()
    let loads = 0
    const code = { load: async () => ++loads, dictionaries: ['orders', 'ticket'] } as const
    assert.equal(late.loaded(code), undefined)
    assert.deepEqual(await Promise.all([late.load(code), late.load(code)]), [1, 1])
    assert.deepEqual(late.loaded(code), { part: 1 })
    assert.deepEqual(dictionaries, ['orders', 'ticket'])
  })

  test('are tried again after a failure', async () => {
    const { late } = createFixture()
    let isOffline = true
    const code = {
      async load() {
        if (isOffline) throw new Error('offline')
        return 'sheet'
      },
    }
    await assert.rejects(late.load(code), /offline/)
    assert.equal(late.loaded(code), undefined)
    isOffline = false
    assert.equal(await late.load(code), 'sheet')
  })
})
