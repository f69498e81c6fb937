import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createPriceHeap, minCapacity, type PriceHeap } from '#server/engine/triggers/price-heap.ts'

type Entry = { readonly price: number; readonly item: number; readonly stamp: number }

const mostItems = 100

/** Entries of which those with the newest stamp of their item live. */
function createPlainHeap(order: 'lowest_first' | 'highest_first') {
  const stamps = new Uint32Array(mostItems)
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
    /** All that live, in the order of their prices. */
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
      item: fc.nat({ max: mostItems - 1 }),
    }),
  },
  {
    weight: 110,
    arbitrary: fc.record({ kind: fc.constant('renew' as const), item: fc.nat({ max: mostItems - 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty' as const) }) },
)

describe('a heap of prices', () => {
  for (const order of ['lowest_first', 'highest_first'] as const)
    test(`gives back all that lives, ${order}, whatever was dropped meanwhile`, () => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 1200, size: 'max' }), (steps) => {
          const plain = createPlainHeap(order)
          for (const one of steps) {
            if (one.kind === 'push') plain.push(one.price, one.item)
            else if (one.kind === 'renew') plain.renew(one.item)
            else assert.deepEqual(inOrder(emptied(plain.heap, plain.isLive), order), plain.takeLive())
          }
          const left = emptied(plain.heap, plain.isLive)
          assert.deepEqual(pricesOf(left), pricesOf(inOrder(left, order)))
          assert.deepEqual(inOrder(left, order), plain.takeLive())
        }),
        { numRuns: 100 },
      )
    })

  test('says of nothing what no price comes to', () => {
    assert.equal(createPriceHeap('lowest_first', () => true).firstPrice(), Number.POSITIVE_INFINITY)
    assert.equal(createPriceHeap('highest_first', () => true).firstPrice(), Number.NEGATIVE_INFINITY)
  })

  test('knows an end that every price is beyond', () => {
    const heap = createPriceHeap('highest_first', () => true)
    heap.push(5, 1, 1)
    heap.push(Number.POSITIVE_INFINITY, 2, 1)
    assert.deepEqual([heap.firstPrice(), heap.firstItem()], [Number.POSITIVE_INFINITY, 2])
  })

  test('never holds more than twice what lives, however often that changes', () => {
    const plain = createPlainHeap('lowest_first')
    for (let at = 0; at < 100_000; at += 1) {
      plain.renew(at % mostItems)
      plain.push(at % 7, at % mostItems)
      assert.ok(plain.heap.size() <= Math.max(minCapacity, 2 * mostItems))
    }
    assert.equal(emptied(plain.heap, plain.isLive).length, mostItems)
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

/** Of equal prices no order is promised. */
function inOrder(entries: readonly Entry[], order: 'lowest_first' | 'highest_first'): readonly Entry[] {
  const up = order === 'lowest_first' ? 1 : -1
  return entries.toSorted((one, other) => (one.price - other.price) * up || one.item - other.item)
}

function pricesOf(entries: readonly Entry[]): readonly number[] {
  return entries.map(({ price }) => price)
}
