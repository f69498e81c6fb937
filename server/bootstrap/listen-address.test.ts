import assert from 'node:assert/strict'
import dns from 'node:dns'
import dnsPromises from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { networkInterfaces } from 'node:os'
import { describe, test } from 'node:test'
import { listenOn } from '#server/bootstrap/listen-address.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import { listenRaw } from '#test/gateway/raw-http.ts'

const loopbacks = Object.values(networkInterfaces())
  .flat()
  .filter((address) => address?.internal === true)
const hasIpv6 = loopbacks.some((address) => address?.family === 'IPv6')

const both = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** `localhost` stands for both loopback addresses, as on most machines. An address stands for itself. */
function findBoth(host: string, _options: object, callback: (fault: null, found: typeof both) => void) {
  const itself = both.filter(({ address }) => address === host)
  callback(null, host === 'localhost' ? both : itself)
}

describe('listening', () => {
  test('on localhost opens one server, with the connection limit, although the name stands for two addresses', {
    skip: hasIpv6 ? false : 'this machine has no IPv6',
  }, async (context) => {
    const { app, connect } = await listenRaw(
      context,
      { connectionLimits: { maxOpen: 1, maxOpenPerAddress: 1, maxRefusals: 1, refusalTimeoutMs: 5000 } },
      (server) => server.get('/', async () => 'home'),
      async (server) => {
        context.mock.method(dns, 'lookup', findBoth)
        await listenOn(server, { host: 'localhost', port: 0 })
        context.mock.restoreAll()
      },
    )
    assert.deepEqual(
      app.addresses().map((bound) => (typeof bound === 'string' ? bound : bound.address)),
      ['127.0.0.1'],
    )
    await connect()
    const second = await connect()
    second.send('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    assert.match(await second.rest(), /^HTTP\/1\.1 503 /)
  })

  test('on localhost is refused if the name stands for an address that others can reach', async (context) => {
    context.mock.method(dnsPromises, 'lookup', async () => ({ address: '0.0.0.0', family: 4 }))
    syncBuiltinESMExports()
    const listening = listenRaw(context, {}, undefined, (app) =>
      listenOn(app, { host: 'localhost', port: 0 }),
    )
    await assert.rejects(listening, /HOST localhost stands for 0\.0\.0\.0 here/)
    context.mock.restoreAll()
    syncBuiltinESMExports()
  })

  test('on an address that is in use says which setting to change', async (context) => {
    const { port } = await listenRaw(context, {})
    const isOnPort = (fault: unknown) =>
      fault instanceof StartFailure && fault.message.startsWith(`Port ${port} is in use`)
    await assert.rejects(
      listenRaw(context, {}, undefined, (app) => listenOn(app, { host: '127.0.0.1', port })),
      isOnPort,
    )
  })
})
