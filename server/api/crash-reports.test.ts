import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'

let fixture: AppFixture

before(async () => {
  fixture = await createAppFixture()
})
after(async () => await fixture.stop())

const report = { app: 'web', message: 'TypeError: x', stack: 'at Ticket (ticket.js:1:2)', screen: '/trade' }
const send = (changes: Record<string, unknown> = {}) =>
  fixture.call({ url: '/api/default/crash_report', body: { ...report, ...changes } })
const reportLines = () =>
  fixture.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a browser reported an error')

test('a report of a browser is logged without the address of the visitor', async () => {
  assert.equal((await send()).code, 1)
  const [{ level, time, msg, ...fields } = assert.fail()] = reportLines()
  assert.deepEqual(fields, { app: 'web', screen: '/trade', error: report.message, stack: report.stack })
})

test('refuses a report beyond its bounds', async () => {
  for (const changes of [{ message: 'x'.repeat(301) }, { stack: 'x'.repeat(2_001) }, { app: 'other' }])
    assert.equal((await send(changes)).data.reason, 'invalid_input')
})

test('logs no more than thirty reports at once, and one a second after that', async () => {
  for (let sent = 0; sent < 40; sent += 1) assert.equal((await send()).code, 1)
  assert.equal(reportLines().length, 30)
  fixture.advance(2_000)
  for (let sent = 0; sent < 5; sent += 1) await send()
  assert.equal(reportLines().length, 32)
})
