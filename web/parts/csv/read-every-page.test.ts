import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readEveryPage, wholeBounds } from '#web/parts/csv/read-every-page.ts'

const { perPage, mostPages } = wholeBounds
const keyOf = String

/** A list of so many numbers, to which `grown` are added in front after each page that was read. */
function listOf(count: number, grown = 0) {
  const asked: number[] = []
  const readPage = async ({ page, limit }: { readonly page: number; readonly limit: number }) => {
    const newest = count + grown * asked.length
    asked.push(page)
    const all = Array.from({ length: newest }, (_, at) => newest - at)
    return { data: all.slice((page - 1) * limit, page * limit), total: newest }
  }
  return { asked, readPage }
}

describe('every page of a list', () => {
  for (const [count, pages] of [
    [0, 1],
    [1, 1],
    [perPage, 1],
    [perPage + 1, 2],
  ] as const) {
    test(`is ${pages} for ${count} entries`, async () => {
      const { asked, readPage } = listOf(count)
      const { items, isCut } = await readEveryPage(readPage, keyOf)
      assert.deepEqual([items.length, isCut, asked.length], [count, false, pages])
    })
  }

  test('has each entry once, though the list grows meanwhile', async () => {
    const { items } = await readEveryPage(listOf(2 * perPage, 3).readPage, keyOf)
    assert.deepEqual(
      items,
      Array.from({ length: 2 * perPage }, (_, at) => 2 * perPage - at),
    )
  })

  test('ends at its bound, and says that there is more', async () => {
    const { asked, readPage } = listOf(mostPages * perPage + 1)
    const { items, isCut } = await readEveryPage(readPage, keyOf)
    assert.deepEqual([items.length, isCut, asked.length], [mostPages * perPage, true, mostPages])
  })
})
