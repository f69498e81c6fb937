import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { warmUp, warmUpRequests } from '#server/bootstrap/warm-up.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createAppFixture, type TestRequest } from '#test/calls/app-fixture.ts'

const app = await createAppFixture()
after(app.stop)

describe('the warm-up', () => {
  const callLines = () => app.logged.filter((line) => line.includes('"msg":"call"')).length
  const measuredCalls = async () => {
    const { body } = await app.raw({ url: '/metrics', headers: { host: 'localhost' } })
    return body.split('\n').filter((line) => /^openlot_call_seconds_count/.test(line))
  }

  test('is neither logged nor measured', async () => {
    const sent: TestRequest[] = []
    const inject = (request: TestRequest) => {
      sent.push(request)
      return app.raw(request)
    }
    await warmUp({ inject } as unknown as Parameters<typeof warmUp>[0], createMetrics())
    assert.equal(sent.length, warmUpRequests.length)
    assert.deepEqual([callLines(), await measuredCalls()], [0, []])
  })

  for (const [at, request] of warmUpRequests.entries())
    test(`sends request ${at + 1}, which is refused, and logged if a client sends it`, async () => {
      const before = callLines()
      const { statusCode, body } = await app.raw(request)
      assert.equal(statusCode, 200)
      assert.equal(JSON.parse(body).code, 0)
      assert.equal(callLines(), before + 1)
      assert.notDeepEqual(await measuredCalls(), [])
    })
})
