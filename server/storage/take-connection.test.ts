import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { Pool } from 'pg'
import { takeConnection } from '#server/storage/take-connection.ts'

/** A message of PostgreSQL's protocol. */
function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

const accepted = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])
const terminated = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0')

test('a connection that is lost as soon as it is accepted is reported, and does not end the process', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // In one piece, so that the loss is read before anything that waits for the connection runs.
    socket.once('data', () => socket.end(Buffer.concat([accepted, terminated])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const pool = new Pool({ host: '127.0.0.1', port, user: 'x', password: 'x', database: 'x' })
  pool.on('error', () => undefined)
  let losses = 0
  const connection = await takeConnection(pool, () => {
    losses += 1
  })
  assert.equal(connection.isLost(), true)
  await assert.rejects(connection.client.query('select 1'))
  assert.ok(losses > 0)
  connection.release()
  assert.equal(pool.totalCount, 0)
  await pool.end()
})

test('a server that cannot be reached is reported', async () => {
  const pool = new Pool({ host: '127.0.0.1', port: 1, user: 'x', password: 'x', database: 'x' })
  await assert.rejects(takeConnection(pool), { code: 'ECONNREFUSED' })
  await pool.end()
})
