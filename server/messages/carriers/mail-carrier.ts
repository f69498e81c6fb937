import { createTransport } from 'nodemailer'
import { parseSmtpAddress } from '#server/messages/carriers/smtp-address.ts'
import { faultName } from '#server/messages/fault-name.ts'
import type { Carrier, Delivery, Letter } from '#server/messages/letter.ts'
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
