// Devices and logins of the example user.
import type { Request } from 'playwright-core'
import type { StubbedCalls } from '#test/browser/account/stub-calls.ts'

export const sessionsPath = '/api/user/sessions'
export const loginsPath = '/api/user/logins'

const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'

const session = (id: number, more: object) => ({
  id,
  current: 0,
  device: android,
  address: '203.0.113.7',
  created_at: '2026-11-01T08:00:00.000Z',
  last_seen_at: '2026-11-14T18:20:00.000Z',
  ...more,
})
export const here = session(1, { current: 1 })
export const sessions = [
  here,
  session(2, { device: windows, address: '2001:db8:85a3:8d3:1319:8a2e:370:7348' }),
  session(3, { device: 'something new' }),
]

const login = (number: number) => ({
  created_at: new Date(Date.UTC(2026, 10, 15) - number * 3_600_000).toISOString(),
  address: `203.0.113.${number}`,
  device: number % 2 === 0 ? android : windows,
  success: number === 2 ? 0 : 1,
})

export function pageOf(request: Request): number {
  return Number(new URL(request.url()).searchParams.get('page'))
}

/** 45 logins, twenty per page. */
export function logins(request: Request) {
  const from = (pageOf(request) - 1) * 20
  const data = Array.from({ length: 45 }, (_, number) => login(number)).slice(from, from + 20)
  return { data, total: 45 }
}

export const loginCalls: StubbedCalls = { [sessionsPath]: sessions, [loginsPath]: logins }
