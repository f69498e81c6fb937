import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Environment, parseConfig } from '#server/bootstrap/config.ts'
import { startProblems, startWarnings } from '#server/bootstrap/start-checks.ts'

function configOf(environment: Environment) {
  const parsed = parseConfig(environment)
  assert.ok(parsed.ok)
  return parsed.config
}

const mail = { SMTP_URL: 'smtps://u:p@mail.example.com' }
const sms = { SMS_URL: 'https://sms.example.com/send', SMS_SECRET: 'a-long-enough-secret' }
const open = { HOST: '0.0.0.0' }

describe('the start of a server without a mail provider', () => {
  const table: readonly (readonly [Environment, boolean])[] = [
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '127.0.0.5' }, true],
    [{ OUTBOX: 'on' }, true],
    [{ OUTBOX: 'off' }, false],
    [{ OUTBOX: 'off', ...mail }, true],
    [open, false],
    [{ ...open, OUTBOX: '' }, false],
    [{ ...open, OUTBOX: 'off' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ HOST: 'm.example.com' }, false],
    [{ HOST: '127.evil.example' }, false],
    [{ ...open, ...sms }, false],
    [{ ...open, OUTBOX: 'on' }, true],
    [{ ...open, ...mail }, true],
    [{ ...open, ...mail, ...sms }, true],
  ]
  for (const [environment, starts] of table) {
    test(`${starts ? 'goes on' : 'is refused'} with ${JSON.stringify(environment)}`, () => {
      const problems = startProblems(configOf(environment))
      assert.equal(problems.length, starts ? 0 : 1)
      for (const problem of problems) assert.match(problem, /^SMTP_URL must be set.* OUTBOX=on/)
    })
  }
})

describe('warnings at the start', () => {
  const silent = { uid: 1000 }
  const table: readonly (readonly [Environment, Partial<typeof silent>, readonly RegExp[]])[] = [
    [{ FEED_SEED: 'x' }, { uid: 0 }, []],
    [{ ...open, ...mail, ...sms }, {}, []],
    [{ ...open, ...mail, ...sms }, { uid: 0 }, [/runs as root/]],
    [{ ...open, ...mail, ...sms, FEED_SEED: 'x' }, {}, [/^FEED_SEED is set.*future prices/]],
    [{ ...open, ...mail }, {}, [/^SMS_URL is not set.*mobile numbers are not offered/]],
    [{ ...open, ...mail, OUTBOX: 'on' }, {}, [/written to files/]],
    [{ ...open, OUTBOX: 'on', FEED_SEED: 'x' }, { uid: 0 }, [/root/, /FEED_SEED/, /written to files/]],
    [{ ...open, OUTBOX: 'on', ...mail, ...sms }, {}, []],
  ]
  for (const [environment, changes, expected] of table) {
    test(`${JSON.stringify(environment)} ${JSON.stringify(changes)}: ${expected.length}`, () => {
      const warnings = startWarnings({ config: configOf(environment), ...silent, ...changes })
      assert.equal(warnings.length, expected.length, warnings.join('\n'))
      for (const [index, pattern] of expected.entries()) assert.match(warnings[index] ?? '', pattern)
    })
  }
})
