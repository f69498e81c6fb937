import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCpuTime, stolenShare } from '#tools/stolen-time.ts'

test('reads the line of all processors, without guest time', () => {
  const read = () => 'cpu  100 1 20 300 4 0 5 70 9 9\ncpu0 50 0 10 150 2 0 2 35 4 4\n'
  assert.deepEqual(readCpuTime(read), { total: 500, stolen: 70 })
})

test('is unknown where the file is missing or has another format', () => {
  const missing = () => {
    throw new Error('no such file')
  }
  for (const read of [missing, () => '', () => 'cpu a b c d e f g h', () => 'cpu 1 2 3'])
    assert.equal(readCpuTime(read), undefined)
})

test('compares two readings', () => {
  assert.equal(stolenShare({ total: 100, stolen: 10 }, { total: 200, stolen: 60 }), 0.5)
  assert.equal(stolenShare({ total: 100, stolen: 10 }, { total: 100, stolen: 10 }), 0)
  assert.equal(stolenShare(undefined, { total: 100, stolen: 10 }), 0)
})
