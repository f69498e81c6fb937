import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { merklePath, merkleRoot, rootOfPath } from '#server/engine/journal/merkle-tree.ts'
import { fc } from '#test/fast-check.ts'

// Inputs and roots of the reference implementation of RFC 6962.
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const leaves = inputs.map((hex) => createHash('sha256').update(`00${hex}`, 'hex').digest('hex'))

describe('merkleRoot', () => {
  for (const [at, root] of roots.entries())
    test(`gives the root of RFC 6962 for ${at + 1} leaves`, () => {
      assert.equal(merkleRoot(leaves.slice(0, at + 1)), root)
    })

  test('throws without leaves and for a node that is not a hash', () => {
    assert.throws(() => merkleRoot([]), RangeError)
    for (const wrong of ['0'.repeat(62), 'x'.repeat(64), '0'.repeat(66)])
      assert.throws(() => merkleRoot(['0'.repeat(64), wrong]), RangeError)
  })
})

const anyHash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))

test('every path leads from its leaf to the root, and from no other leaf', () => {
  fc.assert(
    fc.property(fc.array(anyHash, { minLength: 1, maxLength: 40 }), fc.nat(), anyHash, (all, any, other) => {
      const index = any % all.length
      const leaf = all[index] ?? assert.fail()
      const path = merklePath(all, index)
      assert.equal(rootOfPath(leaf, path), merkleRoot(all))
      fc.pre(leaf !== other)
      assert.notEqual(rootOfPath(other, path), merkleRoot(all))
    }),
  )
})

test('a path with a changed side or hash leads elsewhere', () => {
  const root = merkleRoot(leaves)
  const [leaf] = leaves
  assert.ok(leaf)
  const path = merklePath(leaves, 0)
  assert.equal(path.length, 3)
  for (const at of path.keys()) {
    const side = path.map((step, index) => (index === at ? ({ ...step, side: 'left' } as const) : step))
    const hash = path.map((step, index) => (index === at ? { ...step, hash: '0'.repeat(64) } : step))
    for (const changed of [side, hash]) assert.notEqual(rootOfPath(leaf, changed), root)
  }
})
