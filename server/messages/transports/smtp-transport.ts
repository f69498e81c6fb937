import { createTransport } from 'nodemailer'
import {
  type DeliveryResult,
  errorCode,
  type RenderedMessage,
  type Transport,
} from '#server/messages/transports/transport.ts'
import { StartFailure } from '#server/platform/start-failure.ts'
import type { Timers } from '#server/platform/timers.ts'

type Parts = {
  readonly smtpUrl: string
  readonly mailFrom: string
  readonly timers: Timers
  readonly limits?: SmtpLimits
}

/** Timeouts for the SMTP server, and the size of the connection pool. */
export type SmtpLimits = {
  readonly connectMs: number
  readonly idleMs: number
  /** For a whole attempt: a server that answers byte by byte never reaches the idle timeout. */
  readonly attemptMs: number
  readonly connections: number
}

const defaultLimits: SmtpLimits = { connectMs: 10_000, idleMs: 15_000, attemptMs: 45_000, connections: 3 }

/** Sends email over a small pool of SMTP connections. */
export function createSmtpTransport({ smtpUrl, mailFrom, timers, limits = defaultLimits }: Parts): Transport {
  const open = () => openTransport(smtpUrl, limits)
  let transport = open()

  /** Nodemailer cannot cancel one delivery, so this closes all connections. Running deliveries fail and are retried. */
  function replaceTransport(stuck: typeof transport): void {
    if (transport !== stuck) return
    transport.close({ force: true })
    transport = open()
  }

  async function deliver(rendered: RenderedMessage): Promise<DeliveryResult> {
    const used = transport
    const cancel = timers.after(limits.attemptMs, () => replaceTransport(used))
    try {
      await used.sendMail(mailOptions(rendered, mailFrom))
      return { ok: true }
    } catch (fault) {
      return deliveryFailure(fault)
    } finally {
      cancel()
    }
  }
  return { concurrency: limits.connections, deliver, close: () => transport.close({ force: true }) }
}

function openTransport(smtpUrl: string, { connectMs, idleMs, connections }: SmtpLimits) {
  return createTransport({
    ...parseSmtpUrl(smtpUrl),
    pool: true,
    maxConnections: connections,
    // Allows for one connection that was lost while idle; further retries are up to the delivery queue.
    maxRequeues: 1,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: idleMs,
    // Messages contain only text: nodemailer must not read files or fetch URLs for them.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
}

function mailOptions({ id, message, subject, text, html, createdAtMs }: RenderedMessage, mailFrom: string) {
  return {
    from: mailFrom,
    // An object is never parsed as a list of addresses.
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

/** Nodemailer error codes that concern this recipient or message, not the connection. */
const messageErrorCodes = new Set(['EENVELOPE', 'EMESSAGE'])

function deliveryFailure(fault: unknown): DeliveryResult {
  const { responseCode, permanent } = fault as {
    readonly responseCode?: unknown
    readonly permanent?: unknown
  }
  const name = errorCode(fault)
  const answer = typeof responseCode === 'number' ? ` ${responseCode}` : ''
  return { ok: false, isFinal: permanent === true && messageErrorCodes.has(name), why: `${name}${answer}` }
}

type SmtpOptions = {
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
 * `smtps:` uses TLS from the first byte. `smtp:` requires STARTTLS, with two exceptions: `?ignoreTLS=true`, and a
 * loopback host, where TLS is optional and its certificate is not verified.
 */
export function parseSmtpUrl(text: string): SmtpOptions {
  const url = URL.parse(text)
  if (url === null) throw invalidSmtpUrl()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const isLoopback = loopback.test(host) && !secure
  const ignoreTLS = url.searchParams.get('ignoreTLS') === 'true'
  return {
    host,
    port: url.port === '' ? defaultPort(secure, isLoopback) : Number(url.port),
    secure,
    requireTLS: !secure && !isLoopback && !ignoreTLS,
    ignoreTLS: ignoreTLS && !secure,
    tls: { rejectUnauthorized: !isLoopback && url.searchParams.get('tls.rejectUnauthorized') !== 'false' },
    ...(url.username === ''
      ? {}
      : { auth: { user: decodePart(url.username), pass: decodePart(url.password) } }),
  }
}

function defaultPort(secure: boolean, isLoopback: boolean): number {
  if (secure) return 465
  return isLoopback ? 25 : 587
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalidSmtpUrl()
  }
}

function invalidSmtpUrl(): StartFailure {
  return new StartFailure(
    'SMTP_URL is invalid: write it like smtps://user:password@mail.example.com, with % and : in the password encoded as %25 and %3A.',
  )
}
