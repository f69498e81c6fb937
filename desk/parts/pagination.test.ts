import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageCount, pageFromQuery } from '#desk/parts/pagination.ts'

for (const [total, pages] of [
  [0, 1],
  [1, 1],
  [20, 1],
  [21, 2],
  [400, 20],
  [401, 21],
  [1_000_000, 10_000],
] as const) {
  test(`${total} entries make ${pages} pages`, () => assert.equal(pageCount(total), pages))
}

for (const [query, page] of [
  [null, 1],
  ['', 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['02', 1],
  ['x', 1],
  ['99999', 10_000],
  ['999999', 1],
] as const) {
  test(`?page=${query} is page ${page}`, () => assert.equal(pageFromQuery(query), page))
}
