// A local SMTP server and a parser of the mails it receives.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createReceivedQueue } from '#test/messages/received-queue.ts'

export type ReceivedMail = {
  readonly recipients: readonly string[]
  readonly raw: string
  /** Header values by lower-case name. They are unfolded, but not decoded. */
  readonly headers: ReadonlyMap<string, string>
  /** Decoded text of each part, by content type. */
  readonly parts: ReadonlyMap<string, string>
}

/** Returns the SMTP status that refuses the nth mail (from 1), or undefined to accept it. */
type Refuse = (rendered: number) => number | undefined

type MailServerParts = { readonly refuse?: Refuse; readonly isPlain?: boolean }

export async function startMailServer({ refuse = () => undefined, isPlain = false }: MailServerParts = {}) {
  const mails = createReceivedQueue<ReceivedMail>()
  const attempts = createReceivedQueue<string>()
  let letters = 0
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    // Without this the server offers TLS with a self-signed certificate.
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
  // Ignores errors, which tests cause when they cut off a client.
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

/** The message contains the recipient, as with real servers. */
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

/** Decodes RFC 2047 encoded words. */
export function decodeHeader(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decode(text.replaceAll('_', ' '), 'quoted-printable'),
    )
}
