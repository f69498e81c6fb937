import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeringServer, callerTo, envelope, hangUp } from '#web/calls/test-server.test.ts'
import { createAreas } from '#web/parts/entry/account/areas.ts'

test('the areas are fetched once, however often they are wanted, and again only after a failure', async (context) => {
  const list = [{ id: 3, code: 'SG', global_code: '65' }]
  const server = await answeringServer(context, hangUp, envelope(1, '', list))
  const areas = createAreas(callerTo(server.origin).call)
  assert.deepEqual(areas.getSnapshot(), { status: 'loading', areas: [] })
  await Promise.all([areas.fetch(), areas.fetch()])
  assert.deepEqual([areas.getSnapshot().status, server.seen.length], ['failed', 1])
  const again = areas.fetch()
  assert.equal(areas.getSnapshot().status, 'loading')
  await again
  await areas.fetch()
  assert.deepEqual(areas.getSnapshot(), {
    status: 'ready',
    areas: [{ id: 3, country: 'SG', diallingCode: '65' }],
  })
  assert.equal(server.seen.length, 2)
})
