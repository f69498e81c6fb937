import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { deskSocketPath, socketPath } from '#contract/live.ts'

/** Requests under these prefixes get an envelope. All others are pages, files or probes. */
const apiPrefixes = ['/api', '/v1', '/desk/api', deskSocketPath]

/** Decided by the matched route, because one address can be spelled in several ways. */
export function isApiRequest(request: FastifyRequest): boolean {
  return isApiPath(pathOf(request))
}

/** For a request that has not reached a route. */
export function isApiAddress(address: string): boolean {
  return isApiPath(decodedPath(address))
}

function isApiPath(path: string): boolean {
  return apiPrefixes.some((prefix) => isUnder(path, prefix))
}

export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** The path of the matched route, or the decoded path of the address without a host. */
export function pathOf(request: FastifyRequest): string {
  if (!request.is404 && request.routeOptions.url !== undefined) return request.routeOptions.url
  return decodedPath(request.url)
}

/** Upgrades are accepted on the paths of sockets only; elsewhere the request is answered as plain HTTP. */
export function mayUpgrade(request: IncomingMessage): boolean {
  const isSocket = [socketPath, deskSocketPath].some((path) => isUpgradeOf(path, request))
  return isSocket && request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Whether an upgrade is meant for the socket at this path. */
export function isUpgradeOf(path: string, request: IncomingMessage): boolean {
  return decodedPath(request.url ?? '') === path
}

function decodedPath(address: string): string {
  const { pathname = '/' } = URL.parse(address, 'http://host') ?? {}
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
