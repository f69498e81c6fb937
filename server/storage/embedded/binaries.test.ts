import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findBinaries, prepareBinaries } from '#server/storage/embedded/binaries.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]

function unpackedPackage(root: string): void {
  for (const folder of ['native/bin', 'native/lib']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links))
  writeFileSync(join(root, 'native/lib/libpq.so.5.18'), 'the library')
  for (const name of ['initdb', 'postgres'])
    writeFileSync(join(root, 'native/bin', name), '', { mode: 0o644 })
}

describe('the PostgreSQL binaries', () => {
  it('get the symbolic links of the install script, even when prepared twice', (t) => {
    const root = temporaryDirectory(t)
    unpackedPackage(root)
    prepareBinaries(root)
    prepareBinaries(root)
    assert.equal(readlinkSync(join(root, 'native/lib/libpq.so.5')), 'libpq.so.5.18')
    assert.equal(readFileSync(join(root, 'native/lib/libpq.so.5'), 'utf8'), 'the library')
  })

  it('are made executable', (t) => {
    const root = temporaryDirectory(t)
    unpackedPackage(root)
    prepareBinaries(root)
    assert.equal(statSync(join(root, 'native/bin/postgres')).mode & 0o111, 0o111)
  })

  it('are not written again when prepared', (t) => {
    const root = temporaryDirectory(t)
    unpackedPackage(root)
    prepareBinaries(root)
    for (const folder of ['native/bin', 'native/lib']) chmodSync(join(root, folder), 0o555)
    const before = statSync(join(root, 'native/lib')).ctimeMs
    prepareBinaries(root)
    assert.equal(statSync(join(root, 'native/lib')).ctimeMs, before)
    for (const folder of ['native/bin', 'native/lib']) chmodSync(join(root, folder), 0o755)
  })

  it('are found for this platform', () => {
    assert.ok(findBinaries().majorVersion >= 18)
  })

  it('fail with an explanation for an unsupported platform', () => {
    assert.throws(() => findBinaries('plan9-mips'), {
      name: 'StartFailure',
      message: /^No PostgreSQL for plan9-mips is installed: .* set DATABASE_URL/,
    })
  })
})
