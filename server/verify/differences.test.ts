import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Effects } from '#core/decision/decision.ts'
import { micros } from '#core/money/amounts.ts'
import { areSameEffects, fieldDifferences, firstDifference } from '#server/verify/differences.ts'
import { closedOrder, openOrder, sampleReceipt } from '#test/engine/sample-orders.ts'
import { fc } from '#test/fast-check.ts'

describe('same data', () => {
  const cases: readonly (readonly [expected: unknown, found: unknown, path: string | undefined])[] = [
    [1, 1, undefined],
    [0, -0, undefined],
    [1, 2, ''],
    [1, '1', ''],
    [null, undefined, ''],
    [{ a: 1, b: undefined }, { a: 1 }, undefined],
    [{ a: 1 }, { a: 1, b: undefined }, undefined],
    [{ a: 1, b: undefined }, { a: 1, c: 2 }, 'c'],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
    [{ a: 1 }, { a: 1, b: null }, 'b'],
    [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, 'a.b.1.c'],
    [[1, 2], [1, 2, 3], '2'],
    [[1, 2, 3], [1, 2], '2'],
    [[], {}, ''],
    [{ a: null }, { a: {} }, 'a'],
    [{}, { toString: 1 }, 'toString'],
    [{ toString: 1 }, {}, 'toString'],
  ]

  test('names the first difference by its path', () => {
    for (const [expected, found, path] of cases)
      assert.equal(firstDifference(expected, found)?.path, path, JSON.stringify([expected, found]))
  })

  test('names each field that differs', () => {
    const differences = fieldDifferences({ a: 1, b: { c: 2 }, d: 3 }, { a: 2, b: { c: 3 }, d: 3, e: 4 })
    assert.deepEqual(differences, [
      { path: 'a', expected: 1, found: 2 },
      { path: 'b.c', expected: 2, found: 3 },
      { path: 'e', expected: undefined, found: 4 },
    ])
  })

  test('treats two values as equal exactly if their sorted JSON is equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.equal(firstDifference(one, JSON.parse(JSON.stringify(one))), undefined)
        const isSame = sorted(one) === sorted(other)
        assert.equal(firstDifference(one, other) === undefined, isSame)
      }),
    )
  })

  /** JSON with sorted keys. */
  function sorted(data: unknown): string {
    return JSON.stringify(data, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    )
  }
})

describe('same effects', () => {
  const account = {
    balance: micros(1),
    netValue: micros(2),
    usedMargin: micros(3),
    riskRate: 4,
    needed: null,
  }

  /** Has every field that effects can have. */
  const effects: Effects = {
    orders: [
      closedOrder(openOrder({ id: 1, userId: 2 }), 5, { ended: sampleReceipt('stop_out', { account }) }),
      openOrder({ id: 3, userId: 2, parentId: 1 }),
    ],
    transfers: [
      {
        source: 'trading',
        destination: 'cash',
        amount: micros(5),
        type: 'trade_profit',
        reference: 'order:1',
        orderId: 1,
      },
    ],
    cash: micros(6),
    locked: micros(7),
    isWarned: true,
    notice: { riskRate: 8, netValue: micros(9), usedMargin: micros(10), quoteSeq: 11, timeMs: 12 },
    movement: { reference: 'deposit:1', kind: 'deposit', amount: micros(13), state: 'credited' },
  }

  const text = JSON.stringify(effects)

  test('treats effects parsed from JSON as equal', () => {
    assert.equal(areSameEffects(effects, JSON.parse(text)), true)
  })

  test('detects every changed, removed and added value in effects', () => {
    const places = placesIn(effects)
    assert.ok(places.length > 150)
    for (const path of places) {
      for (const change of [changed, removed, joined]) {
        const other = JSON.parse(text) as Effects
        change(other, path)
        assert.notEqual(firstDifference(effects, other), undefined, `${change.name} ${path.join('.')}`)
        assert.equal(areSameEffects(effects, other), false, `${change.name} ${path.join('.')}`)
        assert.equal(areSameEffects(other, effects), false, `${change.name} ${path.join('.')}`)
      }
    }
  })

  type Path = readonly string[]
  type Node = Record<string, unknown>

  /** Paths of all values except lists. */
  function placesIn(data: unknown, path: Path = []): readonly Path[] {
    if (typeof data !== 'object' || data === null) return [path]
    const inside = Object.entries(data).flatMap(([key, value]) => placesIn(value, [...path, key]))
    return path.length === 0 || Array.isArray(data) ? inside : [path, ...inside]
  }

  function parentOf(data: unknown, path: Path): Node {
    return path.slice(0, -1).reduce<Node>((node, key) => node[key] as Node, data as Node)
  }

  function changed(data: unknown, path: Path): void {
    const parent = parentOf(data, path)
    const key = path.at(-1) ?? ''
    parent[key] = typeof parent[key] === 'number' ? Number(parent[key]) + 1 : 'something else'
  }

  function removed(data: unknown, path: Path): void {
    const parent = parentOf(data, path)
    const key = path.at(-1) ?? ''
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  }

  /** Adds an unknown field or list item. */
  function joined(data: unknown, path: Path): void {
    const parent = parentOf(data, path)
    if (Array.isArray(parent)) parent.push(parent[0])
    else parent['stranger'] = 1
  }
})
