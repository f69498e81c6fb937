import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeCrash } from '#browser/crash-reports/crash-report.ts'
import { createCrashReporter } from '#browser/crash-reports/crash-reporter.ts'
import type { CrashReportInput } from '#contract/calls/crash-report.ts'
import { crashReportBounds } from '#contract/crash-report-bounds.ts'

function errorWith(message: string, stack: string): Error {
  const error = new TypeError(message)
  error.stack = stack
  return error
}

describe('a crash report', () => {
  test('has the error, its stack and the screen', () => {
    const stack = 'TypeError: x is undefined\n    at Ticket (https://app.test/assets/ticket-1a2b.js:1:2345)'
    assert.deepEqual(describeCrash('web', errorWith('x is undefined', stack), '/trade'), {
      app: 'web',
      message: 'TypeError: x is undefined',
      stack: 'at Ticket (https://app.test/assets/ticket-1a2b.js:1:2345)',
      screen: '/trade',
    })
  })

  const table: readonly (readonly [string, string, string])[] = [
    ['an email address', 'no user lee.min@example.com', 'Error: no user [address]'],
    ['a phone number', 'cannot call 5551 234-567', 'Error: cannot call [number]'],
    ['a token', 'bad token 0123456789abcdef0123456789abcdef', 'Error: bad token [key]'],
    ['a session', 'bad session kJ2-pQ_9xZ0aB3cD4eF5gH6iJ7kL8mN9', 'Error: bad session [key]'],
    ['the query of a URL', 'failed: /api/x?card_id=K123 now', 'Error: failed: /api/x now'],
  ]
  for (const [name, message, expected] of table)
    test(`does not contain ${name}`, () =>
      assert.equal(describeCrash('web', new Error(message), '/').message, expected))

  test('does not contain ids of the path', () =>
    assert.equal(describeCrash('desk', new Error('x'), '/desk/identity/4711').screen, '/desk/identity/N'))

  test('is cut to its bounds', () => {
    const long = 'y '.repeat(5_000)
    const { message, stack, screen } = describeCrash('web', errorWith(long, `${long}${long}`), `/${long}`)
    const { messageLength, stackLength, screenLength } = crashReportBounds
    assert.deepEqual(
      [message.length, stack.length, screen.length],
      [messageLength, stackLength, screenLength],
    )
  })

  test('contains no value that is not an error', () =>
    assert.equal(describeCrash('web', { password: 'secret' }, '/').message, 'object'))
})

describe('the crash reporter', () => {
  function createFixture(send: (report: CrashReportInput) => Promise<unknown> = async () => undefined) {
    const sent: string[] = []
    const report = createCrashReporter({
      app: 'web',
      send(one) {
        sent.push(one.message)
        return send(one)
      },
      path: () => '/trade',
    })
    return { report, sent }
  }

  test('sends each error once, and at most five', () => {
    const { report, sent } = createFixture()
    const first = errorWith('a', '')
    report(first)
    report(first)
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) report(errorWith(name, ''))
    assert.deepEqual(
      sent,
      ['a', 'b', 'c', 'd', 'e'].map((name) => `TypeError: ${name}`),
    )
  })

  test('ignores a failed report', async () => {
    const { report, sent } = createFixture(() => Promise.reject(new Error('offline')))
    report(new Error('a'))
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(sent.length, 1)
  })
})
