import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mostRows, type PageAsked, perPage, readEveryPage } from '#web/parts/csv/read-every-page.ts'

/** A list of so many numbers, the newest the highest, to which `grown` are added in front after each page that was read. */
function listOf(count: number, grown = 0) {
  const asked: PageAsked[] = []
  const readPage = async (wanted: PageAsked) => {
    const newest = count + grown * asked.length
    asked.push(wanted)
    const all = Array.from({ length: newest }, (_, at) => newest - at)
    return { data: all.slice((wanted.page - 1) * wanted.limit, wanted.page * wanted.limit), total: newest }
  }
  return { asked, readPage }
}

type ReadPage = ReturnType<typeof listOf>['readPage']

const read = (readPage: ReadPage, onProgress: (done: number) => void = () => undefined) =>
  readEveryPage({ readPage, keyOf: String, onProgress })

describe('every page of a list', () => {
  for (const [count, pages] of [
    [0, 1],
    [1, 1],
    [perPage, 1],
    [perPage + 1, 2],
  ] as const) {
    test(`is ${pages} for ${count} entries`, async () => {
      const { asked, readPage } = listOf(count)
      const { items, isCut } = await read(readPage)
      assert.deepEqual([items.length, isCut, asked.length], [count, false, pages])
    })
  }

  test('comes in its order, and says how far it is', async () => {
    const { asked, readPage } = listOf(2.5 * perPage)
    const progress: number[] = []
    const { items } = await read(readPage, (done) => progress.push(done))
    assert.deepEqual(
      items,
      Array.from({ length: 2.5 * perPage }, (_, at) => 2.5 * perPage - at),
    )
    assert.deepEqual(
      asked,
      [1, 2, 3].map((page) => ({ page, limit: perPage })),
    )
    assert.deepEqual(progress, [0.4, 0.8])
  })

  test('has each entry once, though the list grows meanwhile', async () => {
    const { items } = await read(listOf(2 * perPage, 3).readPage)
    assert.deepEqual(
      items,
      Array.from({ length: 2 * perPage }, (_, at) => 2 * perPage - at),
    )
  })

  test('ends at what one file may have, and says that there is more', async () => {
    const { asked, readPage } = listOf(mostRows + 1)
    const { items, isCut } = await read(readPage)
    assert.deepEqual([items.length, items[0], isCut], [mostRows, mostRows + 1, true])
    assert.equal(asked.length, mostRows / perPage)
  })

  test('that fits exactly is not called cut', async () => {
    assert.equal((await read(listOf(mostRows).readPage)).isCut, false)
  })

  test('is nothing at all where one of them cannot be had', async () => {
    const { asked, readPage } = listOf(3 * perPage)
    const failing: ReadPage = (wanted) =>
      wanted.page === 2 ? Promise.reject(new Error('no line')) : readPage(wanted)
    await assert.rejects(read(failing), /no line/)
    assert.equal(asked.length, 1)
  })
})
