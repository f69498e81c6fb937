import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import { lineOfHead, parseHeadLine, type SignedHead } from '#server/heads/head.ts'
import { createHeadSigner, isSignedBy, parsePublicKey } from '#server/heads/head-signature.ts'
import { headSigner, signedHead } from '#test/heads/recorded-heads.ts'

const head = signedHead(Date.UTC(2026, 10, 5, 14, 30))
const publicKey = parsePublicKey(headSigner.publicKey) ?? assert.fail()

describe('a signed head', () => {
  test('is verified with the public key alone, as docs/verify.md describes', () => {
    const { at, journal, audit, differs, signature } = JSON.parse(lineOfHead(head))
    const text = [
      'openlot head 1',
      at,
      `${journal.seq}:${journal.hash}`,
      `${audit.position}:${audit.hash}`,
      differs ? 'differs' : 'continues',
    ].join('\n')
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: headSigner.publicKey }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    assert.ok(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url')))
    assert.ok(isSignedBy(publicKey, head))
  })

  const other = 'f'.repeat(64)
  const changes: readonly (readonly [string, Partial<SignedHead>])[] = [
    ['time', { at: '2026-11-05T14:30:00.001Z' }],
    ['batch', { journal: { ...head.journal, seq: head.journal.seq + 1 } }],
    ['hash of the batch', { journal: { ...head.journal, hash: other } }],
    ['position', { audit: { ...head.audit, position: 1 } }],
    ['hash of the entry', { audit: { ...head.audit, hash: other } }],
    ['difference', { differs: true }],
    ['signature', { signature: Buffer.alloc(64).toString('base64url') }],
    ['length of the signature', { signature: '' }],
  ]
  for (const [name, change] of changes)
    test(`is not verified with another ${name}`, () => {
      assert.equal(isSignedBy(publicKey, { ...head, ...change }), false)
    })

  test('is not verified with the key of another installation', () => {
    const another = parsePublicKey(createHeadSigner(new Uint8Array(32).fill(8)).publicKey)
    assert.ok(another)
    assert.equal(isSignedBy(another, head), false)
  })
})

test('the signing key of a secret key never changes', () => {
  assert.equal(headSigner.publicKey, 'n6h5K79coXzMjJG6QcWm_abnRoP6gFHoDcBIHCy5MA0')
})

test('a public key has 43 characters', () => {
  assert.equal(parsePublicKey(`${headSigner.publicKey}=`), undefined)
  assert.equal(parsePublicKey('x'), undefined)
})

describe('a line', () => {
  test('is read as it was written', () => assert.deepEqual(parseHeadLine(lineOfHead(head)), head))

  test('that is marked as kept is read as it was written, and its signature still holds', () => {
    const kept = { ...head, isKept: true }
    const read = parseHeadLine(lineOfHead(kept))
    assert.deepEqual(read, kept)
    assert.ok(publicKey && read && isSignedBy(publicKey, read))
    assert.equal(lineOfHead({ ...kept, isKept: false }), lineOfHead(head))
  })

  const { signature: _, ...unsigned } = head
  const invalid: readonly unknown[] = [
    unsigned,
    { ...head, at: 'yesterday' },
    { ...head, at: '2026-13-05T14:30:00.000Z' },
    { ...head, journal: { ...head.journal, seq: -1 } },
    { ...head, journal: { ...head.journal, seq: '1' } },
    { ...head, journal: { ...head.journal, hash: head.journal.hash.slice(1) } },
    { ...head, audit: null },
    { ...head, audit: { position: 1.5, hash: head.audit.hash } },
    { ...head, differs: 'no' },
    { ...head, isKept: 'yes' },
    { ...head, memo: 'x'.repeat(1024) },
    [],
    null,
    7,
  ]
  for (const value of invalid)
    test(`is refused: ${JSON.stringify(value).slice(0, 60)}`, () => {
      assert.equal(parseHeadLine(JSON.stringify(value)), undefined)
    })

  test('that is not JSON is refused', () => assert.equal(parseHeadLine('{"at":'), undefined))
})
