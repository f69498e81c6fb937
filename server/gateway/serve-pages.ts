import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiOrigin } from '#contract/api-host.ts'
import { refused } from '#contract/outcome.ts'
import { isApiRequest, isUnder, pathOf } from '#server/gateway/api-paths.ts'
import { type PageRules, pageHeaders } from '#server/gateway/page-headers.ts'
import { sendEnvelope } from '#server/gateway/send-envelope.ts'
import { chatPagePath, frameSource } from '#server/gateway/support-frame.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'

export type PageParts = {
  readonly translatorFor: TranslatorFor
  readonly builtDir: string | undefined
  readonly apiHost: 'same' | 'subdomain'
  readonly simulatedPrices: boolean
  /** The operator's support link if the app shows it in a frame, otherwise empty. Read for every answer. */
  readonly framedLink: () => string
}

/** Serves the built apps. Unknown addresses get the app's page, or an envelope under the API. */
export async function servePages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const web = await serveBuilt(app, parts, 'web', '/')
  const desk = await serveBuilt(app, parts, 'desk', '/desk/')

  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    if (isApiRequest(request)) {
      const reason = answersOtherVerb(app, request, path) ? 'wrong_verb' : 'unknown_path'
      return sendEnvelope(request, reply, parts.translatorFor, refused(reason))
    }
    if (!isPageRequest(request, path)) return reply.code(404).type('text/plain').send('not found\n')
    const isDesk = isUnder(path, '/desk')
    const rules = isDesk ? {} : frameRules(path, parts.framedLink(), request.protocol === 'https')
    const connect = apiOriginsOf(parts.apiHost, request.host)
    return sendPage(reply, isDesk ? desk : web, { ...rules, connect })
  })
}

/** Serves the files of one app and returns its page, which answers every other path. */
async function serveBuilt(app: FastifyInstance, parts: PageParts, name: string, prefix: string) {
  if (parts.builtDir === undefined) return undefined
  const root = join(parts.builtDir, name)
  await serveFiles(app, root, prefix)
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  return page
    .replace('content="%API_HOST%"', `content="${parts.apiHost}"`)
    .replace('content="%PRICES%"', `content="${parts.simulatedPrices ? 'simulated' : 'real'}"`)
}

/** Files under /assets/ have a content hash in their name and are cached for ever. Others are revalidated. */
async function serveFiles(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => path !== '/index.html',
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

function sendPage(reply: FastifyReply, page: string | undefined, rules: PageRules) {
  if (page === undefined) return reply.code(404).type('text/plain').send('not built\n')
  return reply.headers(pageHeaders(rules)).send(page)
}

/** The chat page is the app without its frame of tabs. It frames nothing itself. */
function frameRules(path: string, framedLink: string, isSecure: boolean): PageRules {
  return path === chatPagePath ? { isFramed: true } : { frame: frameSource(framedLink, isSecure) }
}

/** Allows the page to connect to an API on its own subdomain. The client derives the same name. */
function apiOriginsOf(apiHost: string, host: string): readonly string[] {
  if (apiHost === 'same') return []
  // The host comes from the request, so anything but a plain host name is kept out of the policy.
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i.test(host)) return []
  const secure = apiOrigin('subdomain', `https://${host}`)
  return [secure, secure.replace('https:', 'wss:')]
}

/** A missing file gets a 404, not the page: HTML in place of a script breaks old tabs in confusing ways. */
function isPageRequest(request: FastifyRequest, path: string): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && !/\.[a-z0-9]+$/i.test(path)
}

function answersOtherVerb(app: FastifyInstance, request: FastifyRequest, path: string): boolean {
  const others = ['GET', 'POST', 'DELETE'] as const
  return others.some((method) => method !== request.method && app.hasRoute({ method, url: path }))
}
