import assert from 'node:assert/strict'
import { describe, test } from 'node:test'

import { Type } from 'typebox'
import { defineCall } from '#contract/call.ts'
import { createFieldReader } from '#server/gateway/read-fields.ts'
import { fc } from '#test/fast-check.ts'

const read = createFieldReader(
  defineCall({
    name: 'order',
    group: 'Test',
    summary: 'Order',
    path: '/api/order',
    verb: 'POST',
    changes: true,
    access: 'anyone',
    input: Type.Object({
      count: Type.Integer(),
      page: Type.Optional(Type.Integer()),
      text: Type.String(),
      note: Type.Optional(Type.String()),
      side: Type.Enum(['buy', 'sell']),
      app: Type.Union([Type.Literal('web'), Type.Literal('desk')]),
      ids: Type.Union([Type.Array(Type.Integer()), Type.String()]),
    }),
    answer: Type.Null(),
  }),
)

function after(sent: unknown): unknown {
  read(sent)
  return sent
}

describe('a sent field', () => {
  const converted: readonly (readonly [object, object])[] = [
    [{ count: '5' }, { count: 5 }],
    [{ count: '-5' }, { count: -5 }],
    [{ count: '05' }, { count: 5 }],
    [{ count: '5.0' }, { count: 5 }],
    [{ count: '9007199254740993' }, { count: 9007199254740992 }],
    [{ text: 5 }, { text: '5' }],
    [{ text: 0.01 }, { text: '0.01' }],
    [{ text: -0.5 }, { text: '-0.5' }],
    [{ note: 1e-7 }, { note: '1e-7' }],
    [{ ids: ['1', 2] }, { ids: [1, 2] }],
    [{ ids: 7 }, { ids: '7' }],
    [{ count: null, page: null, note: null }, {}],
    [{ page: '' }, {}],
  ]
  for (const [sent, expected] of converted) {
    test(`${JSON.stringify(sent)} becomes ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(after(structuredClone(sent)), expected)
    })
  }

  const wrong: readonly unknown[] = [true, false, [], ['5'], [5], [[5]], {}, { toString: 5 }]
  const left: readonly object[] = [
    ...['count', 'page', 'text', 'note', 'side', 'app'].flatMap((name) =>
      wrong.map((value) => ({ [name]: value })),
    ),
    ...['', ' 5', '5 ', '+5', '0x10', '1e3', '5.5', '5.', '.5', 'Infinity', '-', '1'.repeat(17), '５'].map(
      (count) => ({ count }),
    ),
    ...[2 ** 53, 1e21, -1e300, Number.POSITIVE_INFINITY, Number.NaN].map((text) => ({ text })),
    { ids: true },
    { ids: [true, [1], ['1'], null, {}] },
    { ids: {} },
    { text: '', note: '' },
    { side: 1 },
    { unknown: ['5'] },
  ]
  for (const sent of left) {
    test(`${JSON.stringify(sent)} is left to the schema`, () => {
      assert.deepEqual(after(structuredClone(sent)), sent)
    })
  }

  test('that is a whole number or its text reads the same', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        const [number, text] = [value, String(value)]
        assert.deepEqual(after({ count: text, text: number }), after({ count: number, text }))
      }),
    )
  })

  test('keeps its type unless it is a number, a text, null, or a list of a list field', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (typeof value === 'number' || typeof value === 'string' || value === null) return
        assert.deepEqual(after({ count: value, text: value }), { count: value, text: value })
      }),
    )
  })
})

test('a body that is no object is left as it is', () => {
  for (const body of [undefined, null, 5, 'x', [], [{ count: '5' }]]) {
    assert.deepEqual(after(structuredClone(body)), body)
  }
})
