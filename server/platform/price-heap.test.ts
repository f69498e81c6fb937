import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createPriceHeap, minCapacity, type PriceHeap } from '#server/platform/price-heap.ts'
import { fc } from '#test/fast-check.ts'

type Entry = { readonly price: number; readonly item: number; readonly stamp: number }

const maxItems = 100

/** A heap, and a list of its entries as a model. An entry is live if it has the newest stamp of its item. */
function createModelledHeap(order: 'lowest_first' | 'highest_first') {
  const stamps = new Uint32Array(maxItems)
  const heap = createPriceHeap(order, (item, stamp) => stamps[item] === stamp)
  let entries: Entry[] = []
  return {
    heap,
    renew(item: number): void {
      stamps[item] = (stamps[item] ?? 0) + 1
    },
    push(price: number, item: number): void {
      const stamp = stamps[item] ?? 0
      heap.push(price, item, stamp)
      entries.push({ price, item, stamp })
    },
    /** All live entries, sorted by price. */
    takeLive(): readonly Entry[] {
      const live = entries.filter(({ item, stamp }) => stamps[item] === stamp)
      entries = []
      return inOrder(live, order)
    },
    isLive: ({ item, stamp }: Entry) => stamps[item] === stamp,
  }
}

const step = fc.oneof(
  {
    weight: 200,
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      price: fc.integer({ min: -40, max: 40 }),
      item: fc.nat({ max: maxItems - 1 }),
    }),
  },
  {
    weight: 110,
    arbitrary: fc.record({ kind: fc.constant('renew' as const), item: fc.nat({ max: maxItems - 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty' as const) }) },
)

describe('a price heap', () => {
  for (const order of ['lowest_first', 'highest_first'] as const)
    test(`returns all live entries, ${order}`, () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 1200, size: 'max' }), (steps) => {
          const modelled = createModelledHeap(order)
          for (const one of steps) {
            if (one.kind === 'push') modelled.push(one.price, one.item)
            else if (one.kind === 'renew') modelled.renew(one.item)
            else
              assert.deepEqual(inOrder(emptied(modelled.heap, modelled.isLive), order), modelled.takeLive())
          }
          const left = emptied(modelled.heap, modelled.isLive)
          assert.deepEqual(pricesOf(left), pricesOf(inOrder(left, order)))
          assert.deepEqual(inOrder(left, order), modelled.takeLive())
        }),
        { numRuns: 100 },
      )
    })

  test('has an infinite first price while it is empty', () => {
    assert.equal(createPriceHeap('lowest_first', () => true).firstPrice(), Number.POSITIVE_INFINITY)
    assert.equal(createPriceHeap('highest_first', () => true).firstPrice(), Number.NEGATIVE_INFINITY)
  })

  test('accepts infinity as a price', () => {
    const heap = createPriceHeap('highest_first', () => true)
    heap.push(5, 1, 1)
    heap.push(Number.POSITIVE_INFINITY, 2, 1)
    assert.deepEqual([heap.firstPrice(), heap.firstItem()], [Number.POSITIVE_INFINITY, 2])
  })

  test('holds at most twice as many entries as are live', () => {
    const modelled = createModelledHeap('lowest_first')
    for (let at = 0; at < 100_000; at += 1) {
      modelled.renew(at % maxItems)
      modelled.push(at % 7, at % maxItems)
      assert.ok(modelled.heap.size() <= Math.max(minCapacity, 2 * maxItems))
    }
    assert.equal(emptied(modelled.heap, modelled.isLive).length, maxItems)
  })
})

function emptied(
  { size, firstPrice, firstItem, firstStamp, dropFirst }: PriceHeap,
  isLive: (one: Entry) => boolean,
) {
  const entries: Entry[] = []
  while (size() > 0) {
    const entry = { price: firstPrice(), item: firstItem(), stamp: firstStamp() }
    if (isLive(entry)) entries.push(entry)
    dropFirst()
  }
  return entries
}

/** Entries of equal price come in any order, so they are sorted by item too. */
function inOrder(entries: readonly Entry[], order: 'lowest_first' | 'highest_first'): readonly Entry[] {
  const up = order === 'lowest_first' ? 1 : -1
  return entries.toSorted((one, other) => (one.price - other.price) * up || one.item - other.item)
}

function pricesOf(entries: readonly Entry[]): readonly number[] {
  return entries.map(({ price }) => price)
}
