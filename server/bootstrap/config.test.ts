import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { type Environment, isOnlyLocal, parseConfig } from '#server/bootstrap/config.ts'

function problemsOf(environment: Environment): readonly string[] {
  const parsed = parseConfig(environment)
  return parsed.ok ? [] : parsed.problems
}

describe('configuration', () => {
  test('has a default for everything', () => {
    const parsed = parseConfig({})
    assert.ok(parsed.ok)
    assert.deepEqual(parsed.config, {
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      buildDir: undefined,
      apiHost: 'same',
      webOrigins: [],
      metricsToken: undefined,
      rateLimits: true,
      socketsPerAddress: 50,
      trustedProxies: [],
      countryHeader: undefined,
      publicUrl: undefined,
      delivery: {
        smtpUrl: undefined,
        mailFrom: 'Openlot <no-reply@localhost>',
        smsUrl: undefined,
        smsSecret: undefined,
        outbox: true,
      },
      pushServices: [
        'https://fcm.googleapis.com',
        'https://updates.push.services.mozilla.com',
        '*.push.services.mozilla.com',
        '*.notify.windows.com',
        'https://web.push.apple.com',
        '*.push.apple.com',
      ],
      firstOwner: { email: 'owner@openlot.local', password: undefined, totpSecret: undefined },
      secretKey: undefined,
      headsUrl: undefined,
      logLevel: 'info',
      clockMode: 'steady',
      feed: { kind: 'sim', seed: undefined, ticksPerSecond: 2 },
      simHours: 'relaxed',
    })
  })

  test('reads set variables and treats blank ones as unset', () => {
    const parsed = parseConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgresql://u:p@db/openlot',
      API_HOST: 'subdomain',
      WEB_ORIGINS: 'https://m.example.com, https://www.example.com:8443',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      METRICS_TOKEN: ' ',
      RATE_LIMITS: '',
      SOCKETS_PER_ADDRESS: '400',
      FEED: 'replay:prices.csv.gz',
      FEED_SPEED: '2.5',
      SIM_HOURS: 'real',
      PUSH_SERVICES: 'https://push.example.com:8443, *.push.example.org, http://127.0.0.1:9000',
    })
    assert.ok(parsed.ok)
    assert.deepEqual(parsed.config.pushServices, [
      'https://push.example.com:8443',
      '*.push.example.org',
      'http://127.0.0.1:9000',
    ])
    assert.deepEqual(parsed.config.feed, { kind: 'replay', file: resolve('prices.csv.gz'), speed: 2.5 })
    assert.equal(parsed.config.simHours, 'real')
    assert.equal(parsed.config.port, 8080)
    assert.equal(parsed.config.databaseUrl, 'postgresql://u:p@db/openlot')
    assert.deepEqual(parsed.config.webOrigins, ['https://m.example.com', 'https://www.example.com:8443'])
    assert.deepEqual(parsed.config.trustedProxies, ['10.0.0.0/8', '::1'])
    assert.equal(parsed.config.metricsToken, undefined)
    assert.equal(parsed.config.rateLimits, true)
    assert.equal(parsed.config.socketsPerAddress, 400)
  })

  const invalid: readonly (readonly [Environment, RegExp])[] = [
    [{ COUNTRY_HEADER: 'CF-IPCountry' }, /^COUNTRY_HEADER needs TRUSTED_PROXIES/],
    [{ COUNTRY_HEADER: 'a b', TRUSTED_PROXIES: '::1' }, /^COUNTRY_HEADER must be/],
    [{ PUBLIC_URL: 'm.example.com' }, /^PUBLIC_URL must be/],
    [{ PUBLIC_URL: 'https://m.example.com/path' }, /^PUBLIC_URL must be/],
    [{ PUSH_SERVICES: 'push.example.com' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: 'https://push.example.com/path' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: 'https://a@push.example.com' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: 'http://push.example.com' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: 'http://127.0.0.1.example.com' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: '*.com' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: '*.0.1' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: '*' }, /^PUSH_SERVICES must be origins/],
    [{ PUSH_SERVICES: 'https://push.example.com,' }, /^PUSH_SERVICES must be origins/],
    [{ SMTP_URL: 'https://user:hidden@mail' }, /^SMTP_URL must be an address like [^"]+\.$/],
    [{ SMS_URL: 'ftp://hidden' }, /^SMS_URL must be [^"]+\.$/],
    [{ SMS_URL: 'https://sms.example.com' }, /^SMS_SECRET must be set when SMS_URL is set/],
    [{ OUTBOX: 'yes' }, /^OUTBOX must be one of on, off/],
    [{ SMS_SECRET: 'short' }, /^SMS_SECRET must be [^"]+\.$/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM must be/],
    [{ DESK_EMAIL: 'nobody' }, /^DESK_EMAIL must be/],
    [{ DESK_PASSWORD: 'short1' }, /^DESK_PASSWORD must be [^"]+\.$/],
    [{ DESK_TOTP_SECRET: 'not base32!' }, /^DESK_TOTP_SECRET must be [^"]+\.$/],
    [{ SECRET_KEY: 'abc' }, /^SECRET_KEY must be 64 hexadecimal characters\.$/],
    [{ HEADS_URL: 'heads.example.com' }, /^HEADS_URL must be an address like https:[^"]+\.$/],
    [{ HEADS_URL: 'ftp://heads.example.com' }, /^HEADS_URL must be [^"]+\.$/],
    [{ HEADS_URL: 'http://user:hidden@heads.example.com' }, /^HEADS_URL must be [^"]+\.$/],
    [{ HEADS_URL: 'http://127.0.0.1.example.com/' }, /^HEADS_URL must be [^"]+\.$/],
    [{ HEADS_URL: 'http://localhost.example.com/' }, /^HEADS_URL must be [^"]+\.$/],
    [{ HEADS_URL: 'https://a%zz:hidden@heads.example.com/' }, /^HEADS_URL must be [^"]+percent[^"]+\.$/],
    [{ HEADS_URL: 'https://a:hidden%@heads.example.com/' }, /^HEADS_URL must be [^"]+percent[^"]+\.$/],
    [{ HEADS_URL: 'https://a:%ff@heads.example.com/' }, /^HEADS_URL must be [^"]+percent[^"]+\.$/],
    [{ HEADS_URL: 'https://a%c3:%a4@heads.example.com/' }, /^HEADS_URL must be [^"]+percent[^"]+\.$/],
    [{ PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535, but it is "abc"\.$/],
    [{ PORT: '65536' }, /^PORT must be/],
    [{ PORT: '-1' }, /^PORT must be/],
    [{ PORT: '3e3' }, /^PORT must be/],
    [{ API_HOST: 'other' }, /^API_HOST must be one of same, subdomain, but it is "other"\.$/],
    [{ WEB_ORIGINS: 'https://a.example/path' }, /^WEB_ORIGINS must be origins/],
    [{ WEB_ORIGINS: '*' }, /^WEB_ORIGINS must be origins/],
    [{ API_HOST: 'subdomain' }, /^WEB_ORIGINS must list the origins/],
    [{ TRUSTED_PROXIES: 'proxy.example' }, /^TRUSTED_PROXIES must be addresses or ranges/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES must be/],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES must be/],
    [
      { SOCKETS_PER_ADDRESS: '0' },
      /^SOCKETS_PER_ADDRESS must be a whole number from 1 to 10000, but it is "0"/,
    ],
    [{ SOCKETS_PER_ADDRESS: '10001' }, /^SOCKETS_PER_ADDRESS must be/],
    [{ SOCKETS_PER_ADDRESS: '50.5' }, /^SOCKETS_PER_ADDRESS must be/],
    [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be one of on, off/],
    [{ RATE_LIMITS: 'off', HOST: '0.0.0.0' }, /^RATE_LIMITS may be "off" only when HOST is a loopback/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of/],
    [{ FEED: 'real' }, /^FEED must be sim, or replay:<file>/],
    [{ FEED: 'replay:' }, /^FEED must be/],
    [{ FEED: `replay:${'x'.repeat(401)}` }, /^FEED must be a file whose path has at most 400/],
    [{ FEED_SEED: 'a b' }, /^FEED_SEED must be 1 to 64/],
    [{ FEED_SPEED: '0' }, /^FEED_SPEED must be a number from/],
    [{ FEED_SPEED: '1e3' }, /^FEED_SPEED must be/],
    [{ DATABASE_OWNER_URL: 'postgres://owner@db/openlot' }, /^DATABASE_OWNER_URL needs DATABASE_URL/],
    [{ SIM_TICKS: '21' }, /^SIM_TICKS must be a number from 0.1 to 20/],
    [{ CLOCK: 'real' }, /^CLOCK must be one of steady, system, but it is "real"/],
    [{ SIM_HOURS: 'never' }, /^SIM_HOURS must be one of relaxed, real, always/],
  ]
  for (const [environment, message] of invalid) {
    test(`${JSON.stringify(environment)} is refused with a clear message`, () => {
      const problems = problemsOf(environment)
      assert.equal(problems.length, 1)
      assert.match(problems[0] ?? '', message)
    })
  }

  test('never shows a value that may be a secret', () => {
    const message = problemsOf({
      DATABASE_URL: 'mysql://root:hunter2@db',
      DATABASE_OWNER_URL: 'mysql://root:hunter2@db',
      METRICS_TOKEN: 'hunter2',
    }).join(' ')
    assert.match(message, /DATABASE_URL must be/)
    assert.match(message, /DATABASE_OWNER_URL must be/)
    assert.match(message, /METRICS_TOKEN must be/)
    assert.doesNotMatch(message, /hunter2/)
  })

  for (const url of [
    'https://heads.example.com/openlot?site=1',
    'http://localhost:8080/',
    'http://127.0.0.1/heads',
    'http://[::1]:8080/',
    'https://anna:p%40ss%25@heads.example.com/',
  ])
    test(`accepts ${url} as HEADS_URL`, () => {
      const parsed = parseConfig({ HEADS_URL: url })
      assert.equal(parsed.ok && parsed.config.headsUrl, url)
    })

  test('reports all invalid values together', () => {
    assert.equal(problemsOf({ PORT: 'x', API_HOST: 'y', LOG_LEVEL: 'z' }).length, 3)
  })

  test('allows rate limits to be off on a loopback host only', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.9.9.9']) {
      assert.deepEqual(problemsOf({ RATE_LIMITS: 'off', HOST }), [])
    }
    assert.equal(problemsOf({ RATE_LIMITS: 'off', HOST: '127.evil.example' }).length, 1)
  })
})

describe('isOnlyLocal', () => {
  const table = [
    [{}, true],
    [{ HOST: 'localhost' }, true],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.0.2.1', TRUSTED_PROXIES: '192.0.2.2' }, false],
    [{ PUBLIC_URL: 'https://broker.example' }, false],
    [{ PUBLIC_URL: 'https://localhost.broker.example' }, false],
    [{ PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ WEB_ORIGINS: 'https://broker.example' }, false],
    [{ WEB_ORIGINS: 'http://127.0.0.1:5173, https://app.broker.example' }, false],
    [{ WEB_ORIGINS: 'http://127.0.0.1:5173' }, true],
  ] as const
  for (const [environment, expected] of table)
    test(`is ${expected} for ${JSON.stringify(environment)}`, () => {
      const parsed = parseConfig(environment)
      assert.ok(parsed.ok, JSON.stringify(parsed))
      assert.equal(isOnlyLocal(parsed.config), expected)
    })
})
