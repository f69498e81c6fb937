import type { FastifyRequest } from 'fastify'

/** Everything under these is answered in an envelope; everything else is a page, a file or a probe. */
const apiPrefixes = ['/api', '/v1', '/desk/api']

export function isApiPath(path: string): boolean {
  return apiPrefixes.some((prefix) => isUnder(path, prefix))
}

export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}
