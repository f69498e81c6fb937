import { StartFailure } from '#server/platform/start-failure.ts'

export type SmtpAddress = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly tls: { readonly rejectUnauthorized: boolean }
  readonly auth?: { readonly user: string; readonly pass: string }
}

const loopback = /^(localhost|::1|127(\.\d{1,3}){3})$/

/**
 * `smtps:` is TLS from the first byte. `smtp:` must turn to TLS before anything is said, unless the address ends in
 * `?ignoreTLS=true` or names this machine, where TLS is taken if it is offered, whoever signed the certificate.
 */
export function parseSmtpAddress(text: string): SmtpAddress {
  const url = URL.parse(text)
  if (url === null) throw unusable()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const isHere = loopback.test(host) && !secure
  const ignoreTLS = url.searchParams.get('ignoreTLS') === 'true'
  return {
    host,
    port: url.port === '' ? defaultPort(secure, isHere) : Number(url.port),
    secure,
    requireTLS: !secure && !isHere && !ignoreTLS,
    ignoreTLS: ignoreTLS && !secure,
    tls: { rejectUnauthorized: !isHere && url.searchParams.get('tls.rejectUnauthorized') !== 'false' },
    ...(url.username === '' ? {} : { auth: { user: decoded(url.username), pass: decoded(url.password) } }),
  }
}

function defaultPort(secure: boolean, isHere: boolean): number {
  if (secure) return 465
  return isHere ? 25 : 587
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw unusable()
  }
}

function unusable(): StartFailure {
  return new StartFailure(
    'SMTP_URL cannot be used: write it like smtps://user:password@mail.example.com, with % and : in the password as %25 and %3A.',
  )
}
