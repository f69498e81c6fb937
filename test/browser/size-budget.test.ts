import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findBuild } from '#server/built-apps.ts'

/** What a first visit downloads before anything is seen, compressed. Raise it only with a reason in the commit. */
const budgetBytes = 95_000

describe('the first page', () => {
  test('stays within its budget', () => {
    const web = join(findBuild() ?? '', 'web')
    const page = readFileSync(join(web, 'index.html'), 'utf8')
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) =>
      join(web, path),
    )
    assert.ok(files.length >= 2, 'a script and a style at least')
    const total = files.reduce((sum, file) => sum + compressedSize(file), 0)
    assert.ok(total <= budgetBytes, `${total} bytes, and ${budgetBytes} are allowed`)
  })
})

function compressedSize(file: string): number {
  const packed = statSync(`${file}.br`, { throwIfNoEntry: false })
  return (packed ?? statSync(file)).size
}
