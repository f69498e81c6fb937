import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { rateLimits } from '#contract/rate-limits.ts'
import { limitText } from '#server/gateway/call-schema.ts'
import { type EncodedDocument, encodeDocument, sendDocument } from '#server/gateway/encoded-document.ts'
import { pageHeaders } from '#server/gateway/page-headers.ts'

/**
 * Serves an OpenAPI document of all routes registered later, and the same document as a web page. Calls of the operator
 * console are not in it. Both are rendered once, before the server listens.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'Session token of a user',
          },
        },
      },
      info: {
        title: 'Openlot',
        version: '1',
        description:
          'Every answer has HTTP status 200 and the format {code, msg, data}. Codes: 1 success; 0 refusal, with its ' +
          'reason in data.reason; 429 too many requests; 500 server error, with an id for support; 999 session ' +
          'missing or ended. A number may be sent as text, and the reverse; any other wrong type is refused. Null ' +
          `counts as missing. Limits per address: ${limitText(rateLimits.address)}; for calls that close or cancel, ` +
          `${limitText(rateLimits.addressReducingRisk)} of their own; for calls that set or remove stops, ` +
          `${limitText(rateLimits.addressStops)} of their own.`,
      },
    },
  })
  let document: EncodedDocument | undefined
  let page: EncodedDocument | undefined
  app.addHook('onReady', async () => {
    const described = app.swagger() as ApiDocument
    ;[document, page] = await Promise.all([
      encodeDocument(JSON.stringify(described), { 'content-type': 'application/json; charset=utf-8' }),
      encodeDocument(renderDocs(described), pageHeaders({ styles: [styleHash] })),
    ])
  })
  const hidden = { schema: { hide: true } }
  app.get('/api/openapi.json', hidden, (request, reply) => sendDocument(request, reply, rendered(document)))
  app.get('/api/docs', hidden, (request, reply) => sendDocument(request, reply, rendered(page)))
}

function rendered(document: EncodedDocument | undefined): EncodedDocument {
  if (document === undefined) throw new Error('the document is rendered before the server listens')
  return document
}

/** The parts of an OpenAPI document that the page shows. */
type ApiDocument = {
  readonly info: { readonly title: string; readonly description?: string }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema?: unknown }[]
  readonly requestBody?: unknown
  readonly responses?: unknown
}

const style = `
:root{color-scheme:light dark;--ground:light-dark(#f5f6f8,#0b0e14);--text:light-dark(#101828,#e9edf3);--line:light-dark(#d6dbe4,#2a3242);--dim:light-dark(#4d586b,#9aa4b5)}
body{margin:0 auto;max-width:56rem;padding:24px 16px 64px;font:15px/1.5 system-ui,sans-serif;background:var(--ground);color:var(--text)}
h1{font-size:28px}h2{font-size:20px;margin-top:32px}section{border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:12px 0}
h3{font-size:15px;margin:0;font-family:ui-monospace,monospace}p{margin:4px 0}summary{color:var(--dim);cursor:pointer;padding-block:8px}
pre{overflow:auto;font-size:13px;margin:4px 0}a{color:inherit}`

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Renders the document without scripts, so that it works under the strictest content security policy. */
function renderDocs(document: ApiDocument): string {
  const groups = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? '')
  const body = [...groups].map(
    ([group, entries]) => `<h2>${escapeHtml(group)}</h2>${entries.map(renderEntry).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(document.info.title)} API</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head><body><main><h1>${escapeHtml(document.info.title)} API</h1>
<p>${escapeHtml(document.info.description ?? '')}</p><p><a href="/api/openapi.json">OpenAPI document</a></p>
${body.join('\n')}</main></body></html>`
}

type Entry = { readonly path: string; readonly verb: string; readonly operation: Operation }

function operationsOf(document: ApiDocument): readonly Entry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  )
}

function renderEntry({ path, verb, operation }: Entry): string {
  const parts = [
    ['Parameters', operation.parameters],
    ['Body', operation.requestBody],
    ['Answer', operation.responses],
  ] as const
  const details = parts
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => `<details><summary>${name}</summary><pre>${pretty(content)}</pre></details>`)
  return `<section><h3>${escapeHtml(verb.toUpperCase())} ${escapeHtml(path)}</h3>
<p>${escapeHtml([operation.summary, operation.description].filter(Boolean).join('. '))}</p>${details.join('')}</section>`
}

function pretty(content: unknown): string {
  return escapeHtml(JSON.stringify(content, null, 2))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
