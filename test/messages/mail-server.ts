// A real SMTP server on this machine, and a reader of what it was given.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createArrivals } from '#test/messages/received-queue.ts'

export type ReceivedMail = {
  readonly recipients: readonly string[]
  readonly raw: string
  /** By lower-case name, unfolded, as they came. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded, by content type. */
  readonly parts: ReadonlyMap<string, string>
}

/** Given the number of the letter, from 1: nothing to take it, or the number of an answer that refuses it. */
type Refuse = (letter: number) => number | undefined

type MailServerParts = { readonly refuse?: Refuse; readonly isPlain?: boolean }

export async function startMailServer({ refuse = () => undefined, isPlain = false }: MailServerParts = {}) {
  const mails = createArrivals<ReceivedMail>()
  const attempts = createArrivals<string>()
  let letters = 0
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    // It offers TLS with a certificate nobody signed, and would warn of that.
    disabledCommands: isPlain ? ['STARTTLS'] : [],
    logger: false,
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onRcptTo(address, _session, done) {
      letters += 1
      attempts.add(address.address)
      const answer = refuse(letters)
      done(answer === undefined ? null : refusal(answer, address.address))
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        mails.add(readMail(Buffer.concat(pieces).toString('utf8'), recipients))
        done()
      })
    },
  })
  // A client that is cut off, as some tests do, is reported here.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    attempts,
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Servers like to quote the recipient in what they say. */
function refusal(answer: number, recipient: string): Error {
  return Object.assign(new Error(`not now for <${recipient}>`), { responseCode: answer })
}

export function readMail(raw: string, recipients: readonly string[]): ReceivedMail {
  const { headers, body } = splitHeaders(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? 'none'
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const { headers: own, body: content } = splitHeaders(part.trimStart())
      const type = own.get('content-type')?.split(';')[0] ?? ''
      return [type, decode(content, own.get('content-transfer-encoding') ?? '')] as const
    })
  return { recipients, raw, headers, parts: new Map(parts) }
}

function splitHeaders(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line): readonly [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(pairs), body: raw.slice(end + 4) }
}

function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return content.replaceAll('\r\n', '\n')
  const bytes = content
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

/** A subject or a name with words of other scripts, readable again. */
export function decodeHeader(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decode(text.replaceAll('_', ' '), 'quoted-printable'),
    )
}
