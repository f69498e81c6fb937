import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { eventually } from '#test/eventually.ts'
import { connectRaw, parseAnswer } from '#test/gateway/raw-http.ts'
import { makeDataDir, startServer } from '#test/process/running-server.ts'

const data = makeDataDir()
after(data.remove)

/** More than Node's default backlog of 511 and the 500 connections of one address. */
const burst = 900
const isPossible = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) > burst

test('a burst of connections to a server that is busy is answered, none is reset', {
  skip: isPossible ? false : 'net.core.somaxconn is too small',
}, async (context) => {
  const server = startServer({ DATA_DIR: data.dir })
  await server.waitForOutput('Openlot is ready')
  const port = Number(new URL(server.address()).port)
  // A stopped process accepts nothing, so the kernel must hold every connection.
  server.child.kill('SIGSTOP')
  context.after(() => server.child.kill('SIGCONT'))
  const clients = await Promise.all(Array.from({ length: burst }, () => connectRaw(port)))
  for (const { send } of clients)
    send('GET /api/default/setting?key=is_show_mobile HTTP/1.1\r\nHost: x\r\nlang: en\r\n\r\n')
  server.child.kill('SIGCONT')
  await eventually(() => clients.every(({ received }) => received().endsWith('}')), 'every answer')
  const answers = clients.map(({ received }) => parseAnswer(received()))
  const reasons = answers.map(({ body }) => JSON.parse(body).data.reason)
  const refused = reasons.filter((reason) => reason === 'busy').length
  assert.deepEqual([new Set(answers.map(({ status }) => status)), refused], [new Set([200]), burst - 500])
  for (const { socket } of clients) socket.destroy()
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})
