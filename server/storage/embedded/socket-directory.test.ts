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
const ourselves = { kind: 'ourselves' } as const

describe('the directory of the socket', () => {
  it('is the cluster as long as the path fits to the byte', () => {
    const longest = `/${'d'.repeat(socketPathLimit - nameLength - 1)}`
    assert.equal(socketDirectoryOf(longest), longest)
    assert.notEqual(socketDirectoryOf(`${longest}d`), `${longest}d`)
  })

  it('counts bytes, not letters', () => {
    const cluster = `/${'é'.repeat(60)}`
    assert.notEqual(socketDirectoryOf(cluster), cluster)
  })

  it('is short, and always the same, for a long path, wherever temporary files go', () => {
    const cluster = `/${'d'.repeat(200)}`
    assert.match(socketDirectoryOf(cluster, '/var/tmp'), /^\/var\/tmp\/openlot-[0-9a-f]{16}$/)
    assert.match(socketDirectoryOf(cluster, cluster), /^\/tmp\/openlot-[0-9a-f]{16}$/)
    assert.equal(socketDirectoryOf(cluster), socketDirectoryOf(cluster))
  })

  it('is made private, made again without complaint, and removed', (t) => {
    const directory = join(temporaryDirectory(t), 'short')
    makeSocketDirectory('/cluster', directory, ourselves)
    makeSocketDirectory('/cluster', directory, ourselves)
    removeSocketDirectory('/cluster', directory)
    removeSocketDirectory('/cluster', directory)
    assert.equal(existsSync(directory), false)
  })

  it('is refused when others can enter it or it is only a link', (t) => {
    const parent = temporaryDirectory(t)
    const open = join(parent, 'open')
    mkdirSync(open)
    chmodSync(open, 0o755)
    const link = join(parent, 'link')
    symlinkSync(parent, link)
    for (const directory of [open, link])
      assert.throws(() => makeSocketDirectory('/cluster', directory, ourselves), /belongs to somebody else/)
  })
})
