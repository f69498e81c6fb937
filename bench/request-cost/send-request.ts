import { type Agent, request } from 'node:http'

export type BenchRequest = {
  readonly method?: 'GET' | 'POST' | 'HEAD'
  readonly path: string
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export type BenchAnswer = {
  readonly status: number
  /** Of the envelope; undefined for pages, files and images. */
  readonly code: number | undefined
  readonly bytes: Buffer
}

export async function sendRequest(
  address: string,
  agent: Agent,
  { method = 'GET', path, token, headers = {}, body = '' }: BenchRequest,
): Promise<BenchAnswer> {
  const authorization = token === undefined ? {} : { authorization: token }
  return await new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, {
      agent,
      method,
      headers: { lang: 'en', ...authorization, ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(pieces)
        const code = response.headers['content-type']?.startsWith('application/json')
          ? codeOf(bytes, response.headers['content-encoding'])
          : undefined
        resolve({ status: response.statusCode ?? 0, code, bytes })
      })
    })
    sent.end(body)
  })
}

function codeOf(bytes: Buffer, encoding: string | undefined): number | undefined {
  if (encoding !== undefined || bytes.length === 0) return undefined
  return (JSON.parse(bytes.toString()) as { readonly code?: number }).code
}

export const json = (input: object) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
})
