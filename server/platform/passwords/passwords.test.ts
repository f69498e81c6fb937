import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash as hashWith } from '@node-rs/argon2'
import { createPasswords } from '#server/platform/passwords/passwords.ts'

const passwords = createPasswords()

async function hashed(password: string): Promise<string> {
  const hash = await passwords.hash(password)
  assert.notEqual(hash, 'busy')
  return hash
}

describe('passwords', () => {
  it('are hashed with Argon2id at the chosen cost', async () => {
    assert.match(
      await hashed('harbour19teapot'),
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  it('match their hash and no other password does', async () => {
    const hash = await hashed('harbour19teapot')
    assert.equal(await passwords.verify(hash, 'harbour19teapot'), true)
    for (const wrong of ['harbour19teapoT', 'harbour19teapot ', '', 'harbour19teapot\0'])
      assert.equal(await passwords.verify(hash, wrong), false, JSON.stringify(wrong))
  })

  it('get a new salt each time', async () => {
    assert.notEqual(await hashed('harbour19teapot'), await hashed('harbour19teapot'))
  })

  it('match however an accented letter is composed, but not without the accent', async () => {
    const hash = await hashed('caf\u00e9-am-see-7')
    assert.equal(await passwords.verify(hash, 'cafe\u0301-am-see-7'), true)
    assert.equal(await passwords.verify(hash, 'cafe-am-see-7'), false)
  })

  it('count up to the last of 72 four-byte characters', async () => {
    const long = `${'\u{1f511}'.repeat(71)}1`
    const hash = await hashed(long)
    assert.equal(await passwords.verify(hash, long), true)
    assert.equal(await passwords.verify(hash, `${'\u{1f511}'.repeat(71)}2`), false)
  })

  it('match hashes made at another cost', async () => {
    const older = await hashWith('harbour19teapot', { memoryCost: 4096, timeCost: 3, parallelism: 1 })
    assert.equal(await passwords.verify(older, 'harbour19teapot'), true)
    assert.equal(await passwords.verify(older, 'harbour19teapots'), false)
  })

  it('never match without a hash', async () => {
    assert.equal(await passwords.verify(undefined, 'harbour19teapot'), false)
    assert.equal(await passwords.verify(undefined, ''), false)
  })

  it('are rejected unhashed beyond 1024 bytes', async () => {
    const long = `a1${'x'.repeat(1022)}`
    const older = await hashWith(`${long}x`, { memoryCost: 1024, timeCost: 1 })
    assert.equal(await passwords.verify(older, `${long}x`), false)
    await assert.rejects(passwords.hash(`${long}x`), /check the password rule before hashing/)
    assert.equal(await passwords.verify(await hashed(long), long), true)
  })

  it('cannot be compared with a malformed hash, which throws', async () => {
    await assert.rejects(passwords.verify('harbour19teapot', 'harbour19teapot'))
  })

  it('are refused as busy while two run and 64 are queued, with or without a hash', async () => {
    const loaded = createPasswords()
    const queued = Array.from({ length: 66 }, async () => await loaded.verify(undefined, 'harbour19teapot'))
    assert.equal(await loaded.verify(undefined, 'harbour19teapot'), 'busy')
    assert.equal(await loaded.hash('harbour19teapot'), 'busy')
    assert.deepEqual(new Set(await Promise.all(queued)), new Set([false]))
    assert.equal(await loaded.verify(undefined, 'harbour19teapot'), false)
  })
})
