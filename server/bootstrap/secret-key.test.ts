import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadSecretKey } from '#server/bootstrap/secret-key.ts'
import { type Random, systemRandom } from '#server/platform/random.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const hex = '00112233445566778899aabbccddeeff'.repeat(2)
const key = new Uint8Array(Buffer.from(hex, 'hex'))
const fixed: Random = { bytes: (count) => key.slice(0, count) }
const noRandom: Random = {
  bytes() {
    throw new Error('no key should be created')
  },
}

/** The message of the StartFailure that loading the key throws. */
function failureOf(dataDir: string, secretKey?: string): string {
  try {
    loadSecretKey({ secretKey, dataDir, random: noRandom })
  } catch (caught) {
    assert.ok(caught instanceof StartFailure)
    return caught.message
  }
  return 'no failure'
}

describe('secret key', () => {
  it('comes from the environment, and no file is created', (t) => {
    const dataDir = temporaryDirectory(t)
    assert.deepEqual(loadSecretKey({ secretKey: hex, dataDir, random: noRandom }), key)
    assert.deepEqual(loadSecretKey({ secretKey: hex.toUpperCase(), dataDir, random: noRandom }), key)
    assert.deepEqual(readdirSync(dataDir), [])
  })

  it('comes from the environment even if there is a file', (t) => {
    const dataDir = temporaryDirectory(t)
    loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom })
    const before = readFileSync(join(dataDir, 'secret.key'), 'utf8')
    assert.deepEqual(loadSecretKey({ secretKey: hex, dataDir, random: noRandom }), key)
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8'), before)
  })

  it('is created at the first start in a file only this user can read', (t) => {
    const dataDir = temporaryDirectory(t)
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: fixed }), key)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8'), `${hex}\n`)
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
  })

  it('has 32 bytes and differs between data directories', (t) => {
    const made = [temporaryDirectory(t), temporaryDirectory(t)].map((dataDir) =>
      loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom }),
    )
    assert.deepEqual(
      made.map(({ length }) => length),
      [32, 32],
    )
    assert.notDeepEqual(made[0], made[1])
  })

  it('stays the same at later starts', (t) => {
    const dataDir = temporaryDirectory(t)
    const first = loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom })
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: noRandom }), first)
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: noRandom }), first)
  })

  it('is created again after a start was interrupted before the rename', (t) => {
    const dataDir = temporaryDirectory(t)
    writeFileSync(join(dataDir, 'secret.key.new'), 'ffff', { mode: 0o644 })
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: fixed }), key)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
  })

  it('is made private again when its file is readable by others', (t) => {
    const dataDir = temporaryDirectory(t)
    const file = join(dataDir, 'secret.key')
    writeFileSync(file, `  ${hex.toUpperCase()}\r\n`)
    chmodSync(file, 0o644)
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: noRandom }), key)
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  const broken: Readonly<Record<string, string>> = {
    nothing: '',
    'half a key': hex.slice(32),
    'one character more': `${hex}0`,
    'an invalid character': `${hex.slice(1)}g`,
    'two keys': `${hex}\n${hex}\n`,
    'a large file': hex.repeat(1000),
  }
  for (const [what, text] of Object.entries(broken)) {
    it(`fails the start when its file holds ${what}, and keeps the file`, (t) => {
      const dataDir = temporaryDirectory(t)
      const file = join(dataDir, 'secret.key')
      writeFileSync(file, text)
      const failure = failureOf(dataDir)
      assert.match(
        failure,
        /secret\.key does not contain 64 hexadecimal characters: restore it from your backup/,
      )
      assert.ok(text === '' || !failure.includes(text.trim()))
      assert.equal(readFileSync(file, 'utf8'), text)
    })
  }

  it('fails the start when it cannot be read or created', (t) => {
    const dataDir = temporaryDirectory(t)
    mkdirSync(join(dataDir, 'secret.key'))
    assert.match(failureOf(dataDir), /secret\.key cannot be read \(EISDIR\): make it a file that the user/)
    const missing = join(dataDir, 'missing')
    assert.throws(
      () => loadSecretKey({ secretKey: undefined, dataDir: missing, random: fixed }),
      (caught: Error) => {
        assert.ok(caught instanceof StartFailure)
        assert.match(caught.message, /secret\.key cannot be written \(ENOENT\): make .*missing writable/)
        return true
      },
    )
  })

  it('fails the start for an invalid SECRET_KEY without showing it', (t) => {
    assert.equal(
      failureOf(temporaryDirectory(t), `${hex}0`),
      'SECRET_KEY is invalid: set it to 64 hexadecimal characters.',
    )
  })
})
