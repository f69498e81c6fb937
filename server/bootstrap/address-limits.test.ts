import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { connectionLimitsOf, socketLimits } from '#server/bootstrap/address-limits.ts'
import { type Environment, parseConfig } from '#server/bootstrap/config.ts'

describe('limits per address', () => {
  const unlimited = Number.POSITIVE_INFINITY
  const table: readonly {
    readonly environment: Environment
    readonly sockets: number
    readonly ofProxy: number
    readonly connections: number
  }[] = [
    { environment: {}, sockets: 50, ofProxy: 1_000, connections: 500 },
    { environment: { SOCKETS_PER_ADDRESS: '1' }, sockets: 1, ofProxy: 20, connections: 500 },
    { environment: { SOCKETS_PER_ADDRESS: '250' }, sockets: 250, ofProxy: 5_000, connections: 500 },
    { environment: { SOCKETS_PER_ADDRESS: '400' }, sockets: 400, ofProxy: 8_000, connections: 800 },
    { environment: { RATE_LIMITS: 'off' }, sockets: unlimited, ofProxy: unlimited, connections: unlimited },
    {
      environment: { RATE_LIMITS: 'off', SOCKETS_PER_ADDRESS: '2' },
      sockets: unlimited,
      ofProxy: unlimited,
      connections: unlimited,
    },
  ]
  for (const { environment, sockets, ofProxy, connections } of table) {
    test(`with ${JSON.stringify(environment)} are ${sockets} sockets and ${connections} connections`, () => {
      const parsed = parseConfig(environment)
      assert.ok(parsed.ok)
      assert.deepEqual(socketLimits(parsed.config), {
        maxSocketsPerAddress: sockets,
        maxSocketsPerProxy: ofProxy,
      })
      assert.equal(connectionLimitsOf(parsed.config).maxOpenPerAddress, connections)
    })
  }
})
