import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AppFixture, createAppFixture } from '#test/calls/app-fixture.ts'

let fixture: AppFixture

before(async () => {
  fixture = await createAppFixture()
})
after(async () => await fixture.stop())

const report = { app: 'web', message: 'TypeError: x', stack: 'at Ticket (ticket.js:1:2)', screen: '/trade' }
const send = (changes: Record<string, unknown> = {}, remoteAddress = '203.0.113.1') =>
  fixture.call({ url: '/api/default/crash_report', body: { ...report, ...changes }, remoteAddress })
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

test('logs no control characters, which take six characters each', async () => {
  const before = reportLines().length
  await send({ stack: 'at a\u0000\u001b\nat b' })
  assert.equal(reportLines()[before]?.stack, 'at a  \nat b')
})

test('logs no more than ten reports of a visitor at once, and those of others', async () => {
  fixture.advance(3_600_000)
  const before = reportLines().length
  for (let sent = 0; sent < 15; sent += 1) assert.equal((await send()).code, 1)
  assert.equal(reportLines().length, before + 10)
  await send({}, '203.0.113.2')
  assert.equal(reportLines().length, before + 11)
})

test('logs no more than thirty reports at once, and one a second after that', async () => {
  fixture.advance(3_600_000)
  const before = reportLines().length
  for (let sent = 0; sent < 40; sent += 1) await send({}, `203.0.113.${sent}`)
  assert.equal(reportLines().length, before + 30)
  fixture.advance(2_000)
  for (let sent = 0; sent < 5; sent += 1) await send({}, `203.0.113.${100 + sent}`)
  assert.equal(reportLines().length, before + 32)
})
