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
  it('are kept as Argon2id at the costs we chose', async () => {
    assert.match(
      await hashed('harbour19teapot'),
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  it('are right or wrong', async () => {
    const hash = await hashed('harbour19teapot')
    assert.equal(await passwords.verify(hash, 'harbour19teapot'), true)
    for (const wrong of ['harbour19teapoT', 'harbour19teapot ', '', 'harbour19teapot\0'])
      assert.equal(await passwords.verify(hash, wrong), false, JSON.stringify(wrong))
  })

  it('get a salt each', async () => {
    assert.notEqual(await hashed('harbour19teapot'), await hashed('harbour19teapot'))
  })

  it('are the same however an accented letter was typed, and not otherwise', async () => {
    const hash = await hashed('caf\u00e9-am-see-7')
    assert.equal(await passwords.verify(hash, 'cafe\u0301-am-see-7'), true)
    assert.equal(await passwords.verify(hash, 'cafe-am-see-7'), false)
  })

  it('count in full, to the last of 72 long characters', async () => {
    const long = `${'\u{1f511}'.repeat(71)}1`
    const hash = await hashed(long)
    assert.equal(await passwords.verify(hash, long), true)
    assert.equal(await passwords.verify(hash, `${'\u{1f511}'.repeat(71)}2`), false)
  })

  it('still open what was hashed at other costs', async () => {
    const older = await hashWith('harbour19teapot', { memoryCost: 4096, timeCost: 3, parallelism: 1 })
    assert.equal(await passwords.verify(older, 'harbour19teapot'), true)
    assert.equal(await passwords.verify(older, 'harbour19teapots'), false)
  })

  it('are never right without an account', async () => {
    assert.equal(await passwords.verify(undefined, 'harbour19teapot'), false)
    assert.equal(await passwords.verify(undefined, ''), false)
  })

  it('are not even looked at when they are longer than any we take', async () => {
    const long = `a1${'x'.repeat(1022)}`
    const older = await hashWith(`${long}x`, { memoryCost: 1024, timeCost: 1 })
    assert.equal(await passwords.verify(older, `${long}x`), false)
    await assert.rejects(passwords.hash(`${long}x`), /the rule of passwords has to be asked before/)
    assert.equal(await passwords.verify(await hashed(long), long), true)
  })

  it('fail loudly against a hash that is none', async () => {
    await assert.rejects(passwords.verify('harbour19teapot', 'harbour19teapot'))
  })

  it('turn away whoever comes when two are at work and 64 wait, with or without an account', async () => {
    const crowded = createPasswords()
    const crowd = Array.from({ length: 66 }, async () => await crowded.verify(undefined, 'harbour19teapot'))
    assert.equal(await crowded.verify(undefined, 'harbour19teapot'), 'busy')
    assert.equal(await crowded.hash('harbour19teapot'), 'busy')
    assert.deepEqual(new Set(await Promise.all(crowd)), new Set([false]))
    assert.equal(await crowded.verify(undefined, 'harbour19teapot'), false)
  })
})
