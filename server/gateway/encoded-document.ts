// A document that stays the same while the server runs. It is encoded once, and every request gets the same bytes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type EncodedDocument = {
  readonly headers: Readonly<Record<string, string>>
  /** Weak, because all encodings share it. */
  readonly etag: string
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly br: Buffer
}

/** Higher qualities take ten times as long for a few percent less. */
const brotliQuality = 6

/** Compresses in the thread pool. */
export async function encodeDocument(
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<EncodedDocument> {
  const plain = Buffer.from(text)
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(plain),
    promisify(brotliCompress)(plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ])
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  return { headers, etag, plain, gzip: gzipped, br }
}

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, etag, ...bytes }: EncodedDocument,
): FastifyReply {
  reply.headers({ ...headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' })
  if (isCached(request, etag)) return reply.code(304).send()
  const encoding = encodings.find((name) => acceptsEncoding(request, name))
  if (encoding === undefined) return reply.send(bytes.plain)
  return reply.header('content-encoding', encoding).send(bytes[encoding])
}

const encodings = ['br', 'gzip'] as const

/** Matches the header as browsers send it. Any other form gets the uncompressed answer. */
export function acceptsEncoding({ headers }: FastifyRequest, encoding: string): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((name) => name.trim() === encoding)
}

function isCached({ headers }: FastifyRequest, etag: string): boolean {
  return String(headers['if-none-match'] ?? '')
    .split(',')
    .some((known) => known.trim() === etag)
}
