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
    throw new Error('no key was to be made')
  },
}

/** What the start says when it cannot go on. */
function failureOf(dataDir: string, secretKey?: string): string {
  try {
    loadSecretKey({ secretKey, dataDir, random: noRandom })
  } catch (caught) {
    assert.ok(caught instanceof StartFailure)
    return caught.message
  }
  return 'the start went on'
}

describe('the secret key', () => {
  it('is what the environment says, and then no file is made', (t) => {
    const dataDir = temporaryDirectory(t)
    assert.deepEqual(loadSecretKey({ secretKey: hex, dataDir, random: noRandom }), key)
    assert.deepEqual(loadSecretKey({ secretKey: hex.toUpperCase(), dataDir, random: noRandom }), key)
    assert.deepEqual(readdirSync(dataDir), [])
  })

  it('is what the environment says, also when there is a file', (t) => {
    const dataDir = temporaryDirectory(t)
    loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom })
    const before = readFileSync(join(dataDir, 'secret.key'), 'utf8')
    assert.deepEqual(loadSecretKey({ secretKey: hex, dataDir, random: noRandom }), key)
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8'), before)
  })

  it('is made at the first start, in a file for this user alone, and nothing else is left', (t) => {
    const dataDir = temporaryDirectory(t)
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: fixed }), key)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.equal(readFileSync(join(dataDir, 'secret.key'), 'utf8'), `${hex}\n`)
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
  })

  it('is another one for each data directory, of 32 bytes', (t) => {
    const made = [temporaryDirectory(t), temporaryDirectory(t)].map((dataDir) =>
      loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom }),
    )
    assert.deepEqual(
      made.map(({ length }) => length),
      [32, 32],
    )
    assert.notDeepEqual(made[0], made[1])
  })

  it('stays the same at every later start', (t) => {
    const dataDir = temporaryDirectory(t)
    const first = loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom })
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: noRandom }), first)
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: noRandom }), first)
  })

  it('is made anew when an earlier start was broken off before it had its name', (t) => {
    const dataDir = temporaryDirectory(t)
    writeFileSync(join(dataDir, 'secret.key.new'), 'ffff', { mode: 0o644 })
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: fixed }), key)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
  })

  it('is closed to others again when it was put back open', (t) => {
    const dataDir = temporaryDirectory(t)
    const file = join(dataDir, 'secret.key')
    writeFileSync(file, `  ${hex.toUpperCase()}\r\n`)
    chmodSync(file, 0o644)
    assert.deepEqual(loadSecretKey({ secretKey: undefined, dataDir, random: noRandom }), key)
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  const broken: Readonly<Record<string, string>> = {
    nothing: '',
    'half of it': hex.slice(32),
    'one character more': `${hex}0`,
    'another character': `${hex.slice(1)}g`,
    'two of them': `${hex}\n${hex}\n`,
    'a large file': hex.repeat(1000),
  }
  for (const [what, text] of Object.entries(broken)) {
    it(`stops the start when its file holds ${what}, which is left as it is`, (t) => {
      const dataDir = temporaryDirectory(t)
      const file = join(dataDir, 'secret.key')
      writeFileSync(file, text)
      const failure = failureOf(dataDir)
      assert.match(
        failure,
        /secret\.key does not hold 64 hexadecimal characters: put it back from your backup/,
      )
      assert.ok(text === '' || !failure.includes(text.trim()))
      assert.equal(readFileSync(file, 'utf8'), text)
    })
  }

  it('stops the start when it cannot be read or made', (t) => {
    const dataDir = temporaryDirectory(t)
    mkdirSync(join(dataDir, 'secret.key'))
    assert.match(
      failureOf(dataDir),
      /secret\.key cannot be read \(EISDIR\): make it a file that only the user/,
    )
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

  it('stops the start when the environment says something else, which is not repeated', (t) => {
    assert.equal(
      failureOf(temporaryDirectory(t), `${hex}0`),
      'SECRET_KEY is not a key: set it to 64 hexadecimal characters.',
    )
  })
})
