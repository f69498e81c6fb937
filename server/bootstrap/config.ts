import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEmailAddress } from '#core/account/contact.ts'
import { passwordProblem } from '#core/account/password-rule.ts'

/** Everything the environment can say, parsed once; nothing else reads it. */
export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly apiHost: 'same' | 'subdomain'
  readonly webOrigins: readonly string[]
  readonly metricsToken: string | undefined
  readonly rateLimits: boolean
  readonly trustedProxies: readonly string[]
  /** The header in which a trusted proxy names the country of a request. */
  readonly countryHeader: string | undefined
  /** Where the app is reached from outside, for links in messages. */
  readonly publicUrl: string | undefined
  readonly delivery: Delivery
  readonly firstOwner: FirstOwner
  /** Seals what must be read back, such as second factors; without one, a file under DATA_DIR holds it. */
  readonly secretKey: string | undefined
  readonly logLevel: string
  readonly feed: FeedSource
  readonly simHours: SimHours
}

/** How messages leave. Without an address they are files in the outbox. */
export type Delivery = {
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly smsUrl: string | undefined
  /** Signs each request to the provider of text messages. */
  readonly smsSecret: string | undefined
}

/** The owner a new console begins with; whatever is not given is made up and printed once. */
export type FirstOwner = {
  readonly email: string
  readonly password: string | undefined
  readonly totpSecret: string | undefined
}

/** Where prices come from. */
export type FeedSource =
  | { readonly kind: 'sim'; readonly seed: string; readonly ticksPerSecond: number }
  | { readonly kind: 'replay'; readonly file: string; readonly speed: number }

export type SimHours = 'relaxed' | 'real' | 'always'

export type ParsedConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] }

export type Environment = Readonly<Record<string, string | undefined>>

/** Every wrong value is named at once, so that it can be mended in one go. A variable set to nothing counts as unset. */
export function parseConfig(environment: Environment): ParsedConfig {
  const problems: string[] = []
  const read: Read = (name, fallback, parse) => {
    const text = environment[name]?.trim()
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (!(value instanceof InvalidValue)) return value
    problems.push(`${name} must be ${value.expected}${value.secret ? '' : `, but it is "${text}"`}.`)
    return fallback
  }
  const config: Config = {
    port: read('PORT', 3000, parsePort),
    host: read('HOST', '127.0.0.1', (text) => text),
    dataDir: resolve(read('DATA_DIR', './data', (text) => text)),
    databaseUrl: read<string | undefined>('DATABASE_URL', undefined, parseDatabaseUrl),
    apiHost: read('API_HOST', 'same', oneOf('same', 'subdomain')),
    webOrigins: read('WEB_ORIGINS', [], parseOrigins),
    metricsToken: read<string | undefined>('METRICS_TOKEN', undefined, parseVisibleSecret),
    rateLimits: read('RATE_LIMITS', 'on', oneOf('on', 'off')) === 'on',
    trustedProxies: read('TRUSTED_PROXIES', [], parseProxies),
    countryHeader: read<string | undefined>('COUNTRY_HEADER', undefined, parseHeaderName),
    publicUrl: read<string | undefined>('PUBLIC_URL', undefined, parseOrigin),
    delivery: {
      smtpUrl: read<string | undefined>('SMTP_URL', undefined, parseSmtpUrl),
      mailFrom: read('MAIL_FROM', 'Openlot <no-reply@localhost>', parseMailFrom),
      smsUrl: read<string | undefined>('SMS_URL', undefined, parseSmsUrl),
      smsSecret: read<string | undefined>('SMS_SECRET', undefined, parseVisibleSecret),
    },
    firstOwner: {
      email: read('DESK_EMAIL', 'owner@openlot.local', parseDeskEmail),
      password: read<string | undefined>('DESK_PASSWORD', undefined, parseDeskPassword),
      totpSecret: read<string | undefined>('DESK_TOTP_SECRET', undefined, parseTotpSecret),
    },
    secretKey: read<string | undefined>('SECRET_KEY', undefined, parseSecretKey),
    feed: feedSource(read),
    simHours: read('SIM_HOURS', 'relaxed', oneOf('relaxed', 'real', 'always')),
    logLevel: read('LOG_LEVEL', 'info', oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace')),
  }
  if (!config.rateLimits && !isLoopback(config.host)) {
    problems.push('RATE_LIMITS may be "off" only when HOST is a loopback address such as 127.0.0.1.')
  }
  if (config.apiHost === 'subdomain' && config.webOrigins.length === 0) {
    problems.push('WEB_ORIGINS must name the pages that may call when API_HOST is "subdomain".')
  }
  if (config.countryHeader !== undefined && config.trustedProxies.length === 0) {
    problems.push('COUNTRY_HEADER is believed only of TRUSTED_PROXIES, so name those, too.')
  }
  if (config.delivery.smsUrl !== undefined && config.delivery.smsSecret === undefined) {
    problems.push('SMS_SECRET must be set when SMS_URL is: it signs every request to the provider.')
  }
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems }
}

type Read = <Value>(name: string, fallback: Value, parse: (text: string) => Value | InvalidValue) => Value

function feedSource(read: Read): FeedSource {
  const file = read<string | undefined>('FEED', undefined, parseFeed)
  const speed = read('FEED_SPEED', 1, numberBetween(0.001, 100_000))
  const seed = read('FEED_SEED', 'openlot', parseSeed)
  const ticksPerSecond = read('SIM_TICKS', 2, numberBetween(0.1, 20))
  return file === undefined ? { kind: 'sim', seed, ticksPerSecond } : { kind: 'replay', file, speed }
}

/** What is kept of a recording is kept under its path. */
const longestPath = 400

/** The file to replay; none for the simulation. */
function parseFeed(text: string): string | undefined | InvalidValue {
  if (text === 'sim') return undefined
  const [, file] = /^replay:(.+)$/.exec(text) ?? []
  if (file === undefined) return new InvalidValue('sim, or replay: and a file such as replay:prices.csv.gz')
  const path = resolve(file)
  return path.length <= longestPath
    ? path
    : new InvalidValue(`a file whose path has at most ${longestPath} characters`)
}

function parseSeed(text: string): string | InvalidValue {
  return /^[\w.-]{1,64}$/.test(text)
    ? text
    : new InvalidValue('1 to 64 letters, digits, dots, dashes or underscores')
}

function numberBetween(least: number, most: number): (text: string) => number | InvalidValue {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : new InvalidValue(`a number from ${least} to ${most}`)
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
}

class InvalidValue {
  readonly expected: string
  readonly secret: boolean

  constructor(expected: string, secret = false) {
    this.expected = expected
    this.secret = secret
  }
}

function parsePort(text: string): number | InvalidValue {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  return port >= 0 && port <= 65_535 ? port : new InvalidValue('a whole number from 0 to 65535')
}

function parseDatabaseUrl(text: string): string | InvalidValue {
  const expected = 'an address like postgres://user:password@host:5432/database'
  // The value may hold a password, so it is never repeated.
  return /^postgres(ql)?:\/\//.test(text) ? text : new InvalidValue(expected, true)
}

function parseOrigins(text: string): readonly string[] | InvalidValue {
  const origins = text.split(',').map((part) => part.trim())
  const wrong = origins.some((origin) => URL.parse(origin)?.origin !== origin)
  return wrong ? new InvalidValue('origins like https://m.example.com, separated by commas') : origins
}

function parseProxies(text: string): readonly string[] | InvalidValue {
  const proxies = text.split(',').map((part) => part.trim())
  const wrong = proxies.some((proxy) => !isAddressRange(proxy))
  return wrong ? new InvalidValue('addresses or ranges like 10.0.0.0/8, separated by commas') : proxies
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
  return rest.length === 0 && isIP(address) !== 0 && isBits
}

function parseHeaderName(text: string): string | InvalidValue {
  return /^[a-z0-9-]{1,64}$/i.test(text)
    ? text.toLowerCase()
    : new InvalidValue('the name of a header such as CF-IPCountry')
}

function parseOrigin(text: string): string | InvalidValue {
  const origin = URL.parse(text)?.origin
  return origin !== undefined && /^https?:/.test(origin) && text.replace(/\/$/, '') === origin
    ? origin
    : new InvalidValue('an address like https://m.example.com, without a path')
}

// These may hold passwords, so their values are never repeated.

function parseSmtpUrl(text: string): string | InvalidValue {
  return /^smtps?:$/.test(URL.parse(text)?.protocol ?? '')
    ? text
    : new InvalidValue('an address like smtps://user:password@mail.example.com', true)
}

function parseSmsUrl(text: string): string | InvalidValue {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
    ? text
    : new InvalidValue('an address like https://sms.example.com/send', true)
}

function parseMailFrom(text: string): string | InvalidValue {
  return /^[^\r\n]{0,100}[^\s@<>]+@[^\s@<>]+>?$/.test(text)
    ? text
    : new InvalidValue('a sender like Openlot <no-reply@example.com>')
}

function parseDeskEmail(text: string): string | InvalidValue {
  return parseEmailAddress(text) ?? new InvalidValue('an email address')
}

function parseDeskPassword(text: string): string | InvalidValue {
  const expected = 'a password of 8 to 72 characters with a letter and a digit'
  return passwordProblem(text) === undefined ? text : new InvalidValue(expected, true)
}

function parseTotpSecret(text: string): string | InvalidValue {
  const secret = text.toUpperCase().replace(/[\s=]/g, '')
  return /^[A-Z2-7]{16,128}$/.test(secret)
    ? secret
    : new InvalidValue('a base32 secret of at least 16 characters', true)
}

function parseSecretKey(text: string): string | InvalidValue {
  return /^[0-9a-f]{64}$/i.test(text)
    ? text.toLowerCase()
    : new InvalidValue('64 hexadecimal characters', true)
}

function parseVisibleSecret(text: string): string | InvalidValue {
  return /^[\x21-\x7e]{16,256}$/.test(text) ? text : new InvalidValue('16 to 256 visible characters', true)
}

function oneOf<Choice extends string>(
  ...choices: readonly Choice[]
): (text: string) => Choice | InvalidValue {
  return (text) =>
    choices.find((choice) => choice === text) ?? new InvalidValue(`one of ${choices.join(', ')}`)
}
