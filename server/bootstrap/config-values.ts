// Parsers of environment variables. Each returns the value, or a description of what was expected.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEmailAddress } from '#core/user/contact.ts'
import { passwordProblem } from '#core/user/password-rule.ts'

export class InvalidValue {
  readonly expected: string
  /** Whether the value must not be shown in the error. */
  readonly isSecret: boolean

  constructor(expected: string, isSecret = false) {
    this.expected = expected
    this.isSecret = isSecret
  }
}

/** The path of a recording is a database key, so its length is limited. */
const maxPathLength = 400

/** The file to replay, or undefined for the simulation. */
export function parseFeed(text: string): string | undefined | InvalidValue {
  if (text === 'sim') return undefined
  const [, file] = /^replay:(.+)$/.exec(text) ?? []
  if (file === undefined) return new InvalidValue('sim, or replay:<file> such as replay:prices.csv.gz')
  const path = resolve(file)
  return path.length <= maxPathLength
    ? path
    : new InvalidValue(`a file whose path has at most ${maxPathLength} characters`)
}

export function parseSeed(text: string): string | InvalidValue {
  return /^[\w.-]{1,64}$/.test(text)
    ? text
    : new InvalidValue('1 to 64 letters, digits, dots, dashes or underscores')
}

export function numberBetween(least: number, most: number): (text: string) => number | InvalidValue {
  return (text) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : new InvalidValue(`a number from ${least} to ${most}`)
  }
}

export function wholeNumberBetween(least: number, most: number): (text: string) => number | InvalidValue {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most
      ? value
      : new InvalidValue(`a whole number from ${least} to ${most}`)
  }
}

export function parsePort(text: string): number | InvalidValue {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  return port >= 0 && port <= 65_535 ? port : new InvalidValue('a whole number from 0 to 65535')
}

export function parseDatabaseUrl(text: string): string | InvalidValue {
  const expected = 'an address like postgres://user:password@host:5432/database'
  // The value may hold a password, so the error does not show it.
  return /^postgres(ql)?:\/\//.test(text) ? text : new InvalidValue(expected, true)
}

export function parseOrigins(text: string): readonly string[] | InvalidValue {
  const origins = text.split(',').map((part) => part.trim())
  const wrong = origins.some((origin) => URL.parse(origin)?.origin !== origin)
  return wrong ? new InvalidValue('origins like https://m.example.com, separated by commas') : origins
}

export function parseProxies(text: string): readonly string[] | InvalidValue {
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

export function parseHeaderName(text: string): string | InvalidValue {
  return /^[a-z0-9-]{1,64}$/i.test(text)
    ? text.toLowerCase()
    : new InvalidValue('a header name such as CF-IPCountry')
}

export function parseOrigin(text: string): string | InvalidValue {
  const origin = URL.parse(text)?.origin
  return origin !== undefined && /^https?:/.test(origin) && text.replace(/\/$/, '') === origin
    ? origin
    : new InvalidValue('an address like https://m.example.com, without a path')
}

export function parseSmtpUrl(text: string): string | InvalidValue {
  return /^smtps?:$/.test(URL.parse(text)?.protocol ?? '')
    ? text
    : new InvalidValue('an address like smtps://user:password@mail.example.com', true)
}

export function parseSmsUrl(text: string): string | InvalidValue {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
    ? text
    : new InvalidValue('an address like https://sms.example.com/send', true)
}

/** Heads are no secret, but changing them on the way could hide a rewritten history. */
export function parseHeadsUrl(text: string): string | InvalidValue {
  const url = URL.parse(text)
  const isPrivate = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalName(url.hostname))
  if (url === null || !isPrivate)
    return new InvalidValue(
      'an address like https://heads.example.com/openlot (http only on this machine)',
      true,
    )
  return isPercentEncoded(url.username) && isPercentEncoded(url.password)
    ? text
    : new InvalidValue('an address whose name and password are percent-encoded (a percent sign is %25)', true)
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The push services of the browsers. The address of a subscription comes from a client, so no other hosts are asked. */
export const browserPushServices: readonly string[] = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'https://web.push.apple.com',
  '*.push.apple.com',
]

export function parsePushServices(text: string): readonly string[] | InvalidValue {
  const services = text.split(',').map((part) => part.trim())
  return services.every(isPushService)
    ? services
    : new InvalidValue(
        'origins like https://push.example.com or hosts like *.push.example.com, separated by commas (http only on this machine)',
      )
}

function isPushService(service: string): boolean {
  if (/^\*(\.[a-z0-9-]+)+\.[a-z][a-z0-9-]*$/.test(service)) return true
  const url = URL.parse(service)
  const isPrivate = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalName(url.hostname))
  return isPrivate && url.origin === service
}

function isLocalName(hostname: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname)
}

export function parseMailFrom(text: string): string | InvalidValue {
  return /^[^\r\n]{0,100}[^\s@<>]+@[^\s@<>]+>?$/.test(text)
    ? text
    : new InvalidValue('a sender like Openlot <no-reply@example.com>')
}

export function parseDeskEmail(text: string): string | InvalidValue {
  return parseEmailAddress(text) ?? new InvalidValue('an email address')
}

export function parseDeskPassword(text: string): string | InvalidValue {
  const expected = 'a password of 8 to 72 characters with a letter and a digit'
  return passwordProblem(text) === undefined ? text : new InvalidValue(expected, true)
}

export function parseTotpSecret(text: string): string | InvalidValue {
  const secret = text.toUpperCase().replace(/[\s=]/g, '')
  return /^[A-Z2-7]{16,128}$/.test(secret)
    ? secret
    : new InvalidValue('a base32 secret of at least 16 characters', true)
}

export function parseSecretKey(text: string): string | InvalidValue {
  return /^[0-9a-f]{64}$/i.test(text)
    ? text.toLowerCase()
    : new InvalidValue('64 hexadecimal characters', true)
}

export function parseVisibleSecret(text: string): string | InvalidValue {
  return /^[\x21-\x7e]{16,256}$/.test(text) ? text : new InvalidValue('16 to 256 visible characters', true)
}

export function oneOf<Choice extends string>(
  ...choices: readonly Choice[]
): (text: string) => Choice | InvalidValue {
  return (text) =>
    choices.find((choice) => choice === text) ?? new InvalidValue(`one of ${choices.join(', ')}`)
}
