import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createTestDatabase } from '#test/database.ts'
import { createLiveClient, rejectionStatus } from '#test/live/live-client.ts'
import { makeDataDir, startServer } from '#test/process/running-server.ts'

const database = await createTestDatabase()
const data = makeDataDir()
after(async () => {
  await database.drop()
  data.remove()
})

async function withServer(
  environment: Readonly<Record<string, string>>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = startServer({
    DATA_DIR: data.dir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    ...environment,
  })
  try {
    await server.waitForOutput('Openlot is ready')
    await work(`${server.address().replace('http', 'ws')}/v1/ws`)
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
  }
}

async function open(url: string, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => createLiveClient(url).open()))
}

describe('the sockets of one address', () => {
  test('are limited by SOCKETS_PER_ADDRESS', async () => {
    await withServer({ SOCKETS_PER_ADDRESS: '3' }, async (url) => {
      await open(url, 3)
      assert.equal(await rejectionStatus(url), 429)
    })
  })

  test('are not limited with RATE_LIMITS=off', async () => {
    await withServer({ RATE_LIMITS: 'off' }, async (url) => await open(url, 60))
  })
})
