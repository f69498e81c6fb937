import { resolve } from 'node:path'
import {
  browserPushServices,
  InvalidValue,
  numberBetween,
  oneOf,
  parseDatabaseUrl,
  parseDeskEmail,
  parseDeskPassword,
  parseFeed,
  parseHeaderName,
  parseHeadsUrl,
  parseMailFrom,
  parseOrigin,
  parseOrigins,
  parsePort,
  parseProxies,
  parsePushServices,
  parseSecretKey,
  parseSeed,
  parseSmsUrl,
  parseSmtpUrl,
  parseTotpSecret,
  parseVisibleSecret,
  wholeNumberBetween,
} from '#server/bootstrap/config-values.ts'

/** The whole configuration. The environment is parsed once; no other code reads it. */
export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The owner of the tables, if `databaseUrl` is the application's own login. */
  readonly databaseOwnerUrl: string | undefined
  /** Directory of the built apps; undefined for the newest build under `dist`. */
  readonly buildDir: string | undefined
  readonly apiHost: 'same' | 'subdomain'
  readonly webOrigins: readonly string[]
  readonly metricsToken: string | undefined
  readonly rateLimits: boolean
  /** Live sockets that one client address may have open. */
  readonly socketsPerAddress: number
  readonly trustedProxies: readonly string[]
  /** The header in which a trusted proxy sends the country of a request. */
  readonly countryHeader: string | undefined
  /** Public address of the app, for links in messages. */
  readonly publicUrl: string | undefined
  readonly delivery: Delivery
  /** Origins, and `*.` with a host, to which pushes may be sent. */
  readonly pushServices: readonly string[]
  readonly firstOwner: FirstOwner
  /** Encrypts stored secrets such as second factors. If unset, a key file under DATA_DIR is used. */
  readonly secretKey: string | undefined
  /** Where heads of the journal and the audit log are posted, besides the file under DATA_DIR. */
  readonly headsUrl: string | undefined
  readonly logLevel: string
  /** Whether a start continues recorded times that are ahead of the system clock. */
  readonly clockMode: 'steady' | 'system'
  readonly feed: FeedSource
  readonly simHours: SimHours
}

/** How messages are sent. A channel without a URL writes files to the outbox, if that is allowed. */
export type Delivery = {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly smsUrl: string | undefined
  /** Signs each request to the SMS provider. */
  readonly smsSecret: string | undefined
  /** Whether messages may be written to files. By default only on a loopback host. */
  readonly outbox: boolean
}

/** The first owner of a new console. A missing password is generated and printed once. */
export type FirstOwner = {
  readonly email: string
  readonly password: string | undefined
  readonly totpSecret: string | undefined
}

export type FeedSource =
  | { readonly kind: 'sim'; readonly seed: string | undefined; readonly ticksPerSecond: number }
  | { readonly kind: 'replay'; readonly file: string; readonly speed: number }

export type SimHours = 'relaxed' | 'real' | 'always'

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

export type Environment = Readonly<Record<string, string | undefined>>

/** Reports all invalid values together. A variable set to blank counts as unset. */
export function parseConfig(environment: Environment): ParsedConfig {
  const problems: string[] = []
  const read: Read = (name, fallback, parse) => {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (!(value instanceof InvalidValue)) return value
    problems.push(`${name} must be ${value.expected}${value.isSecret ? '' : `, but it is "${text}"`}.`)
    return fallback
  }
  const host = read('HOST', '127.0.0.1', (text) => text)
  const config: Config = {
    port: read('PORT', 3000, parsePort),
    host,
    dataDir: resolve(read('DATA_DIR', './data', (text) => text)),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, parseDatabaseUrl),
    databaseOwnerUrl: read<string | undefined>('DATABASE_OWNER_URL', undefined, parseDatabaseUrl),
    buildDir: read<string | undefined>('BUILD_DIR', undefined, (text) => resolve(text)),
    apiHost: read('API_HOST', 'same', oneOf('same', 'subdomain')),
    webOrigins: read('WEB_ORIGINS', [], parseOrigins),
    metricsToken: read<string | undefined>('METRICS_TOKEN', undefined, parseVisibleSecret),
    rateLimits: read('RATE_LIMITS', 'on', oneOf('on', 'off')) === 'on',
    socketsPerAddress: read('SOCKETS_PER_ADDRESS', 50, wholeNumberBetween(1, 10_000)),
    trustedProxies: read('TRUSTED_PROXIES', [], parseProxies),
    countryHeader: read<string | undefined>('COUNTRY_HEADER', undefined, parseHeaderName),
    publicUrl: read<string | undefined>('PUBLIC_URL', undefined, parseOrigin),
    delivery: {
      smtpUrl: read<string | undefined>('SMTP_URL', undefined, parseSmtpUrl),
      mailFrom: read('MAIL_FROM', 'Openlot <no-reply@localhost>', parseMailFrom),
      smsUrl: read<string | undefined>('SMS_URL', undefined, parseSmsUrl),
      smsSecret: read<string | undefined>('SMS_SECRET', undefined, parseVisibleSecret),
      outbox: read('OUTBOX', isLoopback(host) ? 'on' : 'off', oneOf('on', 'off')) === 'on',
    },
    pushServices: read('PUSH_SERVICES', browserPushServices, parsePushServices),
    firstOwner: {
      email: read('DESK_EMAIL', 'owner@openlot.local', parseDeskEmail),
      password: read<string | undefined>('DESK_PASSWORD', undefined, parseDeskPassword),
      totpSecret: read<string | undefined>('DESK_TOTP_SECRET', undefined, parseTotpSecret),
    },
    secretKey: read<string | undefined>('SECRET_KEY', undefined, parseSecretKey),
    headsUrl: read<string | undefined>('HEADS_URL', undefined, parseHeadsUrl),
    clockMode: read('CLOCK', 'steady', oneOf('steady', 'system')),
    feed: feedSource(read),
    simHours: read('SIM_HOURS', 'relaxed', oneOf('relaxed', 'real', 'always')),
    logLevel: read('LOG_LEVEL', 'info', oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace')),
  }
  if (config.databaseOwnerUrl !== undefined && config.databaseUrl === undefined) {
    problems.push("DATABASE_OWNER_URL needs DATABASE_URL, the application's own login.")
  }
  if (!config.rateLimits && !isLoopback(config.host)) {
    problems.push('RATE_LIMITS may be "off" only when HOST is a loopback address such as 127.0.0.1.')
  }
  if (config.apiHost === 'subdomain' && config.webOrigins.length === 0) {
    problems.push('WEB_ORIGINS must list the origins of the web pages when API_HOST is "subdomain".')
  }
  if (config.countryHeader !== undefined && config.trustedProxies.length === 0) {
    problems.push('COUNTRY_HEADER needs TRUSTED_PROXIES: the header is accepted only from trusted proxies.')
  }
  if (config.delivery.smsUrl !== undefined && config.delivery.smsSecret === undefined) {
    problems.push('SMS_SECRET must be set when SMS_URL is set: it signs the requests to the provider.')
  }
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems }
}

type Read = <Value>(name: string, fallback: Value, parse: (text: string) => Value | InvalidValue) => Value

function feedSource(read: Read): FeedSource {
  const file = read<string | undefined>('FEED', undefined, parseFeed)
  const speed = read('FEED_SPEED', 1, numberBetween(0.001, 100_000))
  const seed = read<string | undefined>('FEED_SEED', undefined, parseSeed)
  const ticksPerSecond = read('SIM_TICKS', 2, numberBetween(0.1, 20))
  return file === undefined ? { kind: 'sim', seed, ticksPerSecond } : { kind: 'replay', file, speed }
}

/** Whether only programs on this machine can connect. An unknown name counts as public. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether no other machine reaches the server. A proxy lets others in, although HOST is loopback: it is named in
 * TRUSTED_PROXIES, or PUBLIC_URL or WEB_ORIGINS tell where others find the pages.
 */
export function isOnlyLocal({
  host,
  trustedProxies,
  publicUrl,
  webOrigins,
}: Pick<Config, 'host' | 'trustedProxies' | 'publicUrl' | 'webOrigins'>): boolean {
  const origins = publicUrl === undefined ? webOrigins : [publicUrl, ...webOrigins]
  return isLoopback(host) && trustedProxies.length === 0 && origins.every(isLocalOrigin)
}

function isLocalOrigin(origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
}
