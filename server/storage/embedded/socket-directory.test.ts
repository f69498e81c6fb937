import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  makeSocketDirectory,
  removeSocketDirectory,
  socketDirectoryOf,
  socketPathLimit,
} from '#server/storage/embedded/socket-directory.ts'
import { temporaryDirectory } from '#test/storage-process.ts'

const nameLength = '/.s.PGSQL.5432'.length
const ourselves = { kind: 'current user' } as const

describe('the socket directory', () => {
  it('is the cluster up to the exact limit of the path length', () => {
    const longest = `/${'d'.repeat(socketPathLimit - nameLength - 1)}`
    assert.equal(socketDirectoryOf(longest), longest)
    assert.notEqual(socketDirectoryOf(`${longest}d`), `${longest}d`)
  })

  it('counts bytes, not characters', () => {
    const cluster = `/${'é'.repeat(60)}`
    assert.notEqual(socketDirectoryOf(cluster), cluster)
  })

  it('is a short, stable path in the temporary directory for a long cluster path', () => {
    const cluster = `/${'d'.repeat(200)}`
    assert.match(socketDirectoryOf(cluster, '/var/tmp'), /^\/var\/tmp\/openlot-[0-9a-f]{16}$/)
    assert.match(socketDirectoryOf(cluster, cluster), /^\/tmp\/openlot-[0-9a-f]{16}$/)
    assert.equal(socketDirectoryOf(cluster), socketDirectoryOf(cluster))
  })

  it('can be created and removed twice', (t) => {
    const directory = join(temporaryDirectory(t), 'short')
    makeSocketDirectory('/cluster', directory, ourselves)
    makeSocketDirectory('/cluster', directory, ourselves)
    removeSocketDirectory('/cluster', directory)
    removeSocketDirectory('/cluster', directory)
    assert.equal(existsSync(directory), false)
  })

  it('is refused if other users can enter it or it is a symbolic link', (t) => {
    const parent = temporaryDirectory(t)
    const open = join(parent, 'open')
    mkdirSync(open)
    chmodSync(open, 0o755)
    const link = join(parent, 'link')
    symlinkSync(parent, link)
    for (const directory of [open, link])
      assert.throws(() => makeSocketDirectory('/cluster', directory, ourselves), /belongs to another user/)
  })
})
