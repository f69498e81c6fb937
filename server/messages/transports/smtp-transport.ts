import { createTransport } from 'nodemailer'
import { type Carrier, type Delivery, faultName, type Letter } from '#server/messages/transports/transport.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Timers } from '#server/platform/timers.ts'

type Parts = {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly timers: Timers
  readonly bounds?: MailBounds
}

/** How long the other side may take, and how many connections it is given. */
export type MailBounds = {
  readonly connectMs: number
  readonly silenceMs: number
  /** The whole of a try: a server that trickles its answers is never silent. */
  readonly tryMs: number
  readonly connections: number
}

const usualBounds: MailBounds = { connectMs: 10_000, silenceMs: 15_000, tryMs: 45_000, connections: 3 }

/** Hands mail to an SMTP server over a few connections that are kept open. */
export function createMailCarrier({ smtpUrl, mailFrom, timers, bounds = usualBounds }: Parts): Carrier {
  const open = () => openTransport(smtpUrl, bounds)
  let transport = open()

  /** The library cannot give up a single delivery, so all connections go, and those under way are tried again. */
  function startAfresh(stuck: typeof transport): void {
    if (transport !== stuck) return
    transport.close({ force: true })
    transport = open()
  }

  async function deliver(letter: Letter): Promise<Delivery> {
    const used = transport
    const cancel = timers.after(bounds.tryMs, () => startAfresh(used))
    try {
      await used.sendMail(mailOf(letter, mailFrom))
      return { ok: true }
    } catch (fault) {
      return failureOf(fault)
    } finally {
      cancel()
    }
  }
  return { atOnce: bounds.connections, deliver, close: () => transport.close({ force: true }) }
}

function openTransport(smtpUrl: string, { connectMs, silenceMs, connections }: MailBounds) {
  return createTransport({
    ...parseSmtpAddress(smtpUrl),
    pool: true,
    maxConnections: connections,
    // A connection that had gone while idle is replaced once; beyond that the tries are ours.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // A message is made of words only: nothing in it may open a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
}

function mailOf({ id, message, subject, text, html, createdAtMs }: Letter, mailFrom: string) {
  return {
    from: mailFrom,
    // As an object, an address is never read as a list of them.
    to: { name: '', address: message.to },
    subject,
    text,
    html,
    date: new Date(createdAtMs),
    messageId: `<${id}@${domainOf(mailFrom)}>`,
    headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
  }
}

function domainOf(mailFrom: string): string {
  return /@([a-z0-9.-]+)>?$/i.exec(mailFrom)?.[1] ?? 'localhost'
}

/** The codes of the library by which a server says no to this recipient or this text. */
const aboutThisLetter = new Set(['EENVELOPE', 'EMESSAGE'])

function failureOf(fault: unknown): Delivery {
  const { responseCode, permanent } = fault as {
    readonly responseCode?: unknown
    readonly permanent?: unknown
  }
  const name = faultName(fault)
  const answer = typeof responseCode === 'number' ? ` ${responseCode}` : ''
  return { ok: false, isFinal: permanent === true && aboutThisLetter.has(name), why: `${name}${answer}` }
}

type SmtpAddress = {
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
