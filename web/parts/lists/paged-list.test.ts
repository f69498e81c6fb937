import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import {
  createPagedList,
  exportPageSize,
  maxExportRows,
  type Page,
  type PageRequest,
  pageSize,
  readAllPages,
} from '#web/parts/lists/paged-list.ts'

describe('createPagedList', () => {
  type Asked = {
    readonly page: number
    readonly signal: AbortSignal
    readonly answer: (page: Page<string>) => void
    readonly fail: () => void
  }

  /** A list whose pages the test answers one by one. */
  function listOf() {
    const asked: Asked[] = []
    const list = createPagedList<string>({
      readPage: (page, signal) =>
        new Promise((answer, reject) => {
          asked.push({ page, signal, answer, fail: () => reject(new Error('no connection')) })
        }),
      keyOf: (item) => item,
    })
    const settled = (status: string) => eventually(() => list.state.getSnapshot().status === status)
    return { list, asked, settled }
  }

  const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `n${from + at}`)

  test('loads page by page until all entries are there', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(1, pageSize), total: 25 })
    await settled('ready')
    assert.equal(list.state.getSnapshot().hasMore, true)
    list.loadMore()
    asked[1]?.answer({ data: names(21, 5), total: 25 })
    await settled('ready')
    const { items, total, hasMore } = list.state.getSnapshot()
    assert.deepEqual([items, total, hasMore], [names(1, 25), 25, false])
    list.loadMore()
    assert.deepEqual(
      asked.map(({ page }) => page),
      [1, 2],
    )
  })

  test('shows an entry once if it moved to the next page meanwhile', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(1, pageSize), total: 24 })
    await settled('ready')
    list.loadMore()
    asked[1]?.answer({ data: names(20, 5), total: 25 })
    await settled('ready')
    assert.deepEqual(list.state.getSnapshot().items, names(1, 24))
  })

  test('keeps its entries when a page fails, and retries that page', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(1, pageSize), total: 25 })
    await settled('ready')
    list.loadMore()
    asked[1]?.fail()
    await settled('failed')
    assert.equal(list.state.getSnapshot().items.length, pageSize)
    list.loadMore()
    assert.equal(asked.length, 2)
    list.retry()
    assert.equal(asked[2]?.page, 2)
  })

  test('a refresh aborts a pending page and keeps the old entries until page 1 has loaded', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(1, pageSize), total: 40 })
    await settled('ready')
    list.loadMore()
    list.refresh()
    assert.equal(asked[1]?.signal.aborted, true)
    asked[1]?.answer({ data: names(21, pageSize), total: 40 })
    assert.equal(list.state.getSnapshot().items.length, pageSize)
    asked[2]?.answer({ data: ['only'], total: 1 })
    await settled('ready')
    assert.deepEqual(list.state.getSnapshot().items, ['only'])
  })

  test('retries page 1 after a failed refresh', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(1, pageSize), total: 40 })
    await settled('ready')
    list.refresh()
    asked[1]?.fail()
    await settled('failed')
    list.retry()
    assert.equal(asked[2]?.page, 1)
  })

  test('exposes the latest response, also after prependNew', async () => {
    const { list, asked, settled } = listOf()
    assert.equal(list.state.getSnapshot().lastPage, undefined)
    list.refresh()
    const page = { data: ['only'], total: 1, sum: '1.50' }
    asked[0]?.answer(page)
    await settled('ready')
    assert.equal(list.state.getSnapshot().lastPage, page)
    list.prependNew()
    const newer = { data: ['new', 'only'], total: 2, sum: '3.00' }
    asked[1]?.answer(newer)
    await eventually(() => list.state.getSnapshot().lastPage === newer)
  })

  test('ends at an empty page even if the total is higher', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: [], total: 999 })
    await settled('ready')
    assert.equal(list.state.getSnapshot().hasMore, false)
  })

  test('prependNew adds new entries in front, and loadMore continues after the last entry', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(21, pageSize), total: 60 })
    await settled('ready')
    list.prependNew()
    assert.equal(list.state.getSnapshot().status, 'ready')
    asked[1]?.answer({ data: names(16, pageSize), total: 65 })
    await eventually(() => list.state.getSnapshot().total === 65)
    assert.deepEqual(list.state.getSnapshot().items, names(16, 25))
    list.loadMore()
    asked[2]?.answer({ data: names(36, pageSize), total: 65 })
    await settled('ready')
    assert.deepEqual([asked[2]?.page, list.state.getSnapshot().items], [2, names(16, 40)])
  })

  test('prependNew starts over if the new page does not overlap the list', async () => {
    const { list, asked, settled } = listOf()
    list.refresh()
    asked[0]?.answer({ data: names(101, pageSize), total: 60 })
    await settled('ready')
    list.prependNew()
    asked[1]?.answer({ data: names(1, pageSize), total: 160 })
    await eventually(() => asked.length === 3)
    asked[2]?.answer({ data: names(1, pageSize), total: 160 })
    await settled('ready')
    assert.deepEqual(list.state.getSnapshot().items, names(1, pageSize))
  })

  test('prependNew loads page 1 of an empty list, ignores failures, and yields to a refresh', async () => {
    const { list, asked, settled } = listOf()
    list.prependNew()
    asked[0]?.answer({ data: ['b'], total: 1 })
    await settled('ready')
    list.prependNew()
    asked[1]?.fail()
    list.prependNew()
    list.refresh()
    assert.equal(asked[2]?.signal.aborted, true)
    asked[2]?.answer({ data: ['old', 'b'], total: 2 })
    asked[3]?.answer({ data: ['a', 'b'], total: 2 })
    await settled('ready')
    assert.deepEqual(list.state.getSnapshot().items, ['a', 'b'])
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
