import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createChunkLoader } from '#browser/chunks/chunk-loader.ts'

type Answer = 'ok' | 'offline' | 404 | 503

function createFixture(answers: Partial<Record<string, Answer>> = {}, isReachable = true) {
  const requests: string[] = []
  let outdated = 0
  let readBodies = 0
  const loader = createChunkLoader({
    async fetch(file) {
      requests.push(file)
      const answer = answers[file] ?? 'ok'
      if (answer === 'offline') throw new TypeError('Failed to fetch')
      const status = answer === 'ok' ? 200 : answer
      return {
        ok: status === 200,
        status,
        async arrayBuffer() {
          readBodies += 1
          return new ArrayBuffer(0)
        },
      }
    },
    isInPage: (file) => file === '/main.js',
    isReachable: async () => isReachable,
  })
  loader.onOutdated(() => {
    outdated += 1
  })
  return { loader, answers, requests, outdated: () => outdated, readBodies: () => readBodies }
}

const importsSheet = async () => 'sheet'

describe('a chunk', () => {
  test('is imported after all its files have been read, without those of the page', async () => {
    const { loader, requests, readBodies } = createFixture()
    const readAtImport = await loader.load(async () => readBodies(), ['/sheet.js', '/field.js', '/main.js'])
    assert.equal(readAtImport, 2)
    assert.deepEqual(requests, ['/sheet.js', '/field.js'])
  })

  test('shares files with other chunks', async () => {
    const { loader, requests } = createFixture()
    await Promise.all([
      loader.load(importsSheet, ['/a.js', '/shared.js']),
      loader.load(importsSheet, ['/shared.js']),
    ])
    await loader.load(importsSheet, ['/shared.js'])
    assert.deepEqual(requests, ['/a.js', '/shared.js'])
  })

  for (const answer of ['offline', 503] as const) {
    test(`is not imported after a failed fetch (${answer}), and can be retried`, async () => {
      const { loader, answers, requests, outdated } = createFixture({ '/sheet.js': answer })
      let imports = 0
      const importChunk = async () => ++imports
      await assert.rejects(loader.load(importChunk, ['/sheet.js', '/field.js']))
      assert.equal(imports, 0)
      answers['/sheet.js'] = 'ok'
      assert.equal(await loader.load(importChunk, ['/sheet.js', '/field.js']), 1)
      assert.deepEqual(requests, ['/sheet.js', '/field.js', '/sheet.js'])
      assert.equal(outdated(), 0)
    })
  }

  test('makes the page outdated if the server does not have its file', async () => {
    const { loader, outdated } = createFixture({ '/sheet.js': 404 })
    await assert.rejects(
      loader.load(importsSheet, ['/sheet.js']),
      /sheet\.js could not be fetched: status 404/,
    )
    assert.equal(outdated(), 1)
  })

  for (const isReachable of [true, false]) {
    test(`that cannot be imported after all makes the page outdated: ${isReachable}`, async () => {
      const { loader, outdated } = createFixture({}, isReachable)
      const importChunk = () => Promise.reject(new TypeError('Failed to import'))
      await assert.rejects(loader.load(importChunk, ['/sheet.js']), /Failed to import/)
      assert.equal(outdated(), isReachable ? 1 : 0)
    })
  }
})
