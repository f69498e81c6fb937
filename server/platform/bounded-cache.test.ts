import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoundedCache } from '#server/platform/bounded-cache.ts'

function createCache() {
  const made: string[] = []
  const cache = createBoundedCache<string>({
    maxSize: 6,
    sizeOf: (value) => (value === '' ? undefined : value.length),
  })
  const get = (key: string, value = key) =>
    cache.get(key, async () => {
      made.push(key)
      return value
    })
  return { made, get, forget: cache.forget }
}

test('values used last are kept up to the size', async () => {
  const { made, get } = createCache()
  for (const key of ['aaa', 'bbb', 'aaa', 'ccc', 'aaa', 'bbb']) assert.equal(await get(key), key)
  assert.deepEqual(made, ['aaa', 'bbb', 'ccc', 'bbb'])
})

test('calls at the same time share the work', async () => {
  const { made, get } = createCache()
  await Promise.all([get('a'), get('a')])
  assert.deepEqual(made, ['a'])
})

test('values that are too large, have no size, or were forgotten meanwhile are made again', async () => {
  const { made, get, forget } = createCache()
  for (const [key, value] of [
    ['large', 'much too large'],
    ['none', ''],
  ] as const) {
    await get(key, value)
    await get(key, value)
  }
  const pending = get('gone')
  forget('gone')
  await pending
  await get('gone')
  assert.deepEqual(made, ['large', 'large', 'none', 'none', 'gone', 'gone'])
})

test('a failure is not kept', async () => {
  const cache = createBoundedCache<string>({ maxSize: 6, sizeOf: (value) => value.length })
  await assert.rejects(cache.get('a', () => Promise.reject(new Error('broken'))))
  assert.equal(await cache.get('a', async () => 'b'), 'b')
})
