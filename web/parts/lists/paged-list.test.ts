import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  exportPageSize,
  itemsOf,
  maxExportRows,
  nextPage,
  type Page,
  type PageRequest,
  pageSize,
  readAllPages,
  withNewest,
} from '#web/parts/lists/paged-list.ts'

const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `n${from + at}`)
const page = (from: number, count: number, total = 100): Page<string> => ({ data: names(from, count), total })
const same = (item: string) => item

describe('the pages of a list', () => {
  test('show an entry once if it moved to the next page meanwhile', () => {
    assert.deepEqual(itemsOf([page(1, 20), page(18, 20)], same), names(1, 37))
  })

  const table: readonly (readonly [string, Page<string>, number, number | undefined])[] = [
    ['a full list', page(1, pageSize, 20), 1, undefined],
    ['more entries', page(1, pageSize, 21), 1, 2],
    ['the last page', page(21, 5, 25), 2, undefined],
    ['an empty page, although the server counts more', page(1, 0, 100), 3, undefined],
  ]
  for (const [name, last, number, expected] of table)
    test(`continue with page ${expected} after ${name}`, () => assert.equal(nextPage(last, number), expected))

  test('keep the loaded entries behind the new ones', () => {
    const loaded = { pages: [page(11, 20), page(31, 20)], pageParams: [1, 2] }
    const { pages, pageParams } = withNewest(loaded, page(1, 20, 103), same)
    assert.deepEqual(itemsOf(pages, same), names(1, 50))
    assert.deepEqual([pages[0]?.total, pageParams], [103, [1, 2]])
  })

  test('start over if there may be a gap behind the new entries', () => {
    const loaded = { pages: [page(41, 20), page(61, 20)], pageParams: [1, 2] }
    assert.deepEqual(withNewest(loaded, page(1, 20), same), { pages: [page(1, 20)], pageParams: [1] })
    assert.deepEqual(withNewest({ pages: [], pageParams: [] }, page(1, 20), same).pages, [page(1, 20)])
  })
})

describe('readAllPages', () => {
  /** A list of `count` numbers, the highest being the newest. After each page `grown` new ones are added in front. */
  function listOf(count: number, grown = 0) {
    const asked: PageRequest[] = []
    const readPage = async (wanted: PageRequest) => {
      const newest = count + grown * asked.length
      asked.push(wanted)
      const all = Array.from({ length: newest }, (_, at) => newest - at)
      return { data: all.slice((wanted.page - 1) * wanted.limit, wanted.page * wanted.limit), total: newest }
    }
    return { asked, readPage }
  }

  type ReadPage = ReturnType<typeof listOf>['readPage']

  const read = (readPage: ReadPage, onProgress: (done: number) => void = () => undefined) =>
    readAllPages({ readPage, keyOf: String, onProgress })

  for (const [count, pages] of [
    [0, 1],
    [1, 1],
    [exportPageSize, 1],
    [exportPageSize + 1, 2],
  ] as const) {
    test(`${count} entries take ${pages}`, async () => {
      const { asked, readPage } = listOf(count)
      const { items, isTruncated } = await read(readPage)
      assert.deepEqual([items.length, isTruncated, asked.length], [count, false, pages])
    })
  }

  test('returns entries in order and reports progress', async () => {
    const { asked, readPage } = listOf(2.5 * exportPageSize)
    const progress: number[] = []
    const { items } = await read(readPage, (done) => progress.push(done))
    assert.deepEqual(
      items,
      Array.from({ length: 2.5 * exportPageSize }, (_, at) => 2.5 * exportPageSize - at),
    )
    assert.deepEqual(
      asked,
      [1, 2, 3].map((page) => ({ page, limit: exportPageSize })),
    )
    assert.deepEqual(progress, [0.4, 0.8])
  })

  test('has each entry once if the list grows meanwhile', async () => {
    const { items } = await read(listOf(2 * exportPageSize, 3).readPage)
    assert.deepEqual(
      items,
      Array.from({ length: 2 * exportPageSize }, (_, at) => 2 * exportPageSize - at),
    )
  })

  test('stops at the export limit and reports that it is truncated', async () => {
    const { asked, readPage } = listOf(maxExportRows + 1)
    const { items, isTruncated } = await read(readPage)
    assert.deepEqual([items.length, items[0], isTruncated], [maxExportRows, maxExportRows + 1, true])
    assert.equal(asked.length, maxExportRows / exportPageSize)
  })

  test('a list of exactly the limit is not truncated', async () => {
    assert.equal((await read(listOf(maxExportRows).readPage)).isTruncated, false)
  })

  test('rejects if one page fails', async () => {
    const { asked, readPage } = listOf(3 * exportPageSize)
    const failing: ReadPage = (wanted) =>
      wanted.page === 2 ? Promise.reject(new Error('no connection')) : readPage(wanted)
    await assert.rejects(read(failing), /no connection/)
    assert.equal(asked.length, 1)
  })
})
