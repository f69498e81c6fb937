// The most expensive requests that the rules allow, by role: every call of the contract, and what is served besides.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Callers } from '#bench/request-cost/callers.ts'
import { operatorLogin, userLogin } from '#bench/request-cost/callers.ts'
import { type BenchRequest, json } from '#bench/request-cost/send-request.ts'
import type { Call } from '#contract/call.ts'
import { resetDemo } from '#contract/calls/account.ts'
import { image, imageUpload } from '#contract/calls/identity.ts'
import { kline, tradeList } from '#contract/calls/market.ts'
import { closeMany } from '#contract/calls/trading.ts'
import { findBuild } from '#server/bootstrap/find-build.ts'
import { fileForm, multipart, multipartType } from '#test/uploads/multipart.ts'

export type Role = 'visitor' | 'demo user' | 'user' | 'operator'

export type MeasuredRequest = {
  readonly role: Role
  readonly name: string
  /** The request of each repetition. */
  readonly make: (repetition: number) => BenchRequest
  /** Fewer where a quota would refuse more. */
  readonly times?: number
}

/** A few calls are limited by quotas that cannot be switched off. */
const fewTimes = 8
const dayMs = 86_400_000

/** Input of the calls whose cost depends on it. All others get the longest input that their schema allows. */
function chosenInputs({ openOrders }: Callers): Readonly<Record<string, (repetition: number) => object>> {
  const order = { type: 1, forex_id: 101, status: 0, cont: '0.01', multiple: 100 }
  const orderAt = (repetition: number) => openOrders[openOrders.length - 1 - repetition] ?? 1
  return {
    my_deal: () => ({ status: 1, page: 1, limit: 100 }),
    forex_change: () => ({ page: 1, limit: 100 }),
    submit: () => ({ ...order, target_price: '0.50000' }),
    amend_order: (repetition) => ({ id: orderAt(repetition), target_price: '0.50001', cont: '0.01' }),
    set_stop_price: (repetition) => ({ id: orderAt(repetition), stop_loss_price: '0.40000' }),
    close: (repetition) => ({ id: orderAt(repetition) }),
    reverse: (repetition) => ({ id: orderAt(repetition + 100) }),
    login: () => ({ ...userLogin, login_type: 1 }),
    desk_sign_in: () => ({ email: operatorLogin.email, password: 'p'.repeat(256), totp: '000000' }),
    trade_list: () => ({ searchCurrency: 'u' }),
    abbreviated_cache_kline: () => ({ forex_id: Array.from({ length: 400 }, (_, at) => 101 + at).join(',') }),
    audit_log: () => ({ page: 2 }),
    login_history: () => ({ page: 2 }),
    invite_list: () => ({ page: 2 }),
    identity_queue: () => ({ state: 'waiting', page: 2 }),
    register: () => ({
      type: 1,
      account: 'bob@example.com',
      password: 'correct horse 8',
      re_password: 'correct horse 8',
      sms_code: '000000',
    }),
    logout: () => ({ never: 1 }),
  }
}

/** Calls that would end the session they are made with, or that are listed by themselves. */
const left = new Set([
  'logout',
  'desk_sign_out',
  'sign_out_others',
  'kline',
  'image_upload',
  'image',
  'desk_image',
  'close_many',
  'reset_demo',
])

export function callRequests(calls: readonly Call[], callers: Callers): readonly MeasuredRequest[] {
  const chosen = chosenInputs(callers)
  return calls
    .filter(({ name }) => !left.has(name))
    .map((call) => {
      const input = chosen[call.name] ?? (() => longestInput(call))
      return {
        role: roleOf(call),
        name: call.path,
        make: (repetition) => withInput(call, input(repetition), tokenOf(call, callers)),
      }
    })
}

function roleOf({ access }: Call): Role {
  if (access === 'anyone') return 'visitor'
  if (access === 'user') return 'demo user'
  return access === 'real_user' ? 'user' : 'operator'
}

function tokenOf(call: Call, callers: Callers): string | undefined {
  const role = roleOf(call)
  return role === 'visitor' ? undefined : callers[role === 'demo user' ? 'demo' : role]
}

function withInput({ verb, path }: Call, input: object, token: string | undefined): BenchRequest {
  if (verb === 'POST') return { path, token, ...json(input) }
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)])
  return { path: `${path}?${new URLSearchParams(Object.fromEntries(texts))}`, token }
}

type Field = {
  readonly type?: string
  readonly maxLength?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Field[]
}

function longestInput({ input }: Call): object {
  return Object.fromEntries(Object.entries(input.properties).map(([name, field]) => [name, longest(field)]))
}

function longest(field: Field): unknown {
  if (field.anyOf !== undefined) return longest(field.anyOf[0] ?? {})
  if (field.const !== undefined) return field.const
  if (field.enum !== undefined) return field.enum[0]
  if (field.type === 'integer') return field.maximum ?? 1
  return '\u{1f511}'.repeat(Math.min(field.maxLength ?? 1000, 6000) / 2)
}

/** Calls that end hundreds of orders at once. */
export function endingRequests({ toClose, toReset }: Callers): readonly MeasuredRequest[] {
  return [
    {
      role: 'demo user',
      name: `${closeMany.path}, 500 orders`,
      times: toClose.length,
      make: (at) => {
        const { token, openOrders = [] } = toClose[at] ?? {}
        return { path: closeMany.path, token, ...json({ ids: openOrders }) }
      },
    },
    {
      role: 'demo user',
      name: `${resetDemo.path}, 700 orders`,
      times: toReset.length,
      make: (at) => ({ path: resetDemo.path, token: toReset[at]?.token, ...json({}) }),
    },
  ]
}

/** Periods of the chart and the oldest pages of each. The first request of a market computes its days. */
export function chartRequests(
  periods: readonly string[],
  marketIds: readonly number[],
): readonly MeasuredRequest[] {
  const marketOf = (at: number) => marketIds[at % marketIds.length] ?? 0
  return periods.flatMap((period, at) => [
    {
      role: 'visitor',
      name: `${kline.path}, first page, ${period}`,
      times: 6,
      make: (repetition) => ({
        path: `${kline.path}?forex_id=${marketOf(at * 6 + repetition)}&period=${period}&limit=500`,
      }),
    },
    {
      role: 'visitor',
      name: `${kline.path}, oldest page, ${period}`,
      times: 6,
      make: (repetition) => ({
        path: `${kline.path}?forex_id=${marketOf(at)}&period=${period}&limit=500&before=${Date.now() - (330 - repetition) * dayMs}`,
      }),
    },
  ])
}

/** Pages, files and documents. */
export function pageRequests(): readonly MeasuredRequest[] {
  const buildDir = findBuild() ?? ''
  const files = readdirSync(join(buildDir, 'web/assets')).filter((name) => name.endsWith('.js'))
  const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const visitor = (name: string, request: BenchRequest): MeasuredRequest => ({
    role: 'visitor',
    name,
    make: () => request,
  })
  return [
    visitor('/api/docs', { path: '/api/docs', headers: browser }),
    visitor('/api/docs, uncompressed', { path: '/api/docs' }),
    visitor('/api/openapi.json', { path: '/api/openapi.json', headers: browser }),
    visitor('/api/openapi.json, uncompressed', { path: '/api/openapi.json' }),
    visitor('/, the page', { path: '/', headers: browser }),
    visitor('/desk/, the page', { path: '/desk/', headers: browser }),
    visitor('/unknown/page', { path: `/${'unknown/'.repeat(900)}page` }),
    visitor('/assets, a script', { path: `/assets/${files[0]}`, headers: browser }),
    visitor('/assets, a script, uncompressed', { path: `/assets/${files[0]}` }),
    visitor('/healthz', { path: '/healthz' }),
    visitor('/readyz', { path: '/readyz' }),
    visitor('/metrics, from this machine', { path: '/metrics' }),
    {
      role: 'visitor',
      name: `${tradeList.path}, in turn in all languages`,
      make: (repetition) => ({
        path: tradeList.path,
        headers: { ...browser, lang: ['en', 'hk', 'de', 'fr', 'ja', 'ar'][repetition % 6] ?? '' },
      }),
    },
  ]
}

const bodyBytes = 24 * 1024 - 200
const login = '/api/user/loginForU'

/** Bodies, queries and headers of the largest accepted size. */
export function hostileRequests(): readonly MeasuredRequest[] {
  const many = (text: string, bytes = bodyBytes) => text.repeat(Math.floor(bytes / text.length))
  const post = (type: string, body: string | Buffer): BenchRequest => ({
    method: 'POST',
    path: login,
    headers: { 'content-type': type },
    body,
  })
  const fields = Array.from({ length: 2300 }, (_, at) => `a${at}`)
  const requests: Readonly<Record<string, BenchRequest>> = {
    'JSON, nested arrays': post(
      'application/json',
      `{"a":${many('[', bodyBytes / 2)}${many(']', bodyBytes / 2)}}`,
    ),
    'JSON, nested objects': post(
      'application/json',
      `${many('{"a":', bodyBytes * 0.8)}1${'}'.repeat(Math.floor((bodyBytes * 0.8) / 5))}`,
    ),
    'JSON, many fields': post(
      'application/json',
      JSON.stringify(Object.fromEntries(fields.map((name) => [name, 1]))),
    ),
    'JSON, many prototypes': post(
      'application/json',
      `{"a":[${many('{"__proto":1},', bodyBytes - 100)}{"__proto__":1}]}`,
    ),
    'JSON, one long text': post('application/json', JSON.stringify({ account: many('x') })),
    'JSON, an array of 10,000 numbers': {
      ...post('application/json', `{"ids":[${many('1,', 23_000)}1]}`),
      path: '/v1/api/forex/close_many',
    },
    'form, many fields': post(
      'application/x-www-form-urlencoded',
      fields.map((name) => `${name}=1`).join('&'),
    ),
    'form, one field many times': post('application/x-www-form-urlencoded', many('account=a&')),
    'form, percent signs': post('application/x-www-form-urlencoded', `account=${many('%41')}`),
    'multipart, many parts': post(
      multipartType,
      multipart(...fields.slice(0, 200).map((name) => ({ name, content: 'x' }))),
    ),
    'multipart, one long part': post(
      multipartType,
      multipart({ name: 'account', content: many('x', bodyBytes - 1000) }),
    ),
    'multipart, line breaks': post(
      multipartType,
      multipart({ name: 'account', content: many('\r\n--', bodyBytes - 1000) }),
    ),
    'multipart, many headers': post(
      multipartType,
      `------boundary-of-a-form-in-a-test\r\n${many('a: b\r\n', 23_000)}\r\n`,
    ),
    'query, many fields': { path: `/api/default/setting?${many('a=1&', 15_000)}` },
    'query, percent signs': { path: `/api/default/setting?key=${many('%41', 15_000)}` },
    'path, percent signs': { path: `/api/${many('%2F', 15_000)}` },
    'headers, many': {
      path: '/api/default/setting?key=is_show_mobile',
      headers: Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`h${at}`, 'v'])),
    },
    'headers, long': {
      path: '/api/default/setting?key=is_show_mobile',
      headers: { 'accept-encoding': `gzip${many(' ,', 14_000)}x` },
    },
  }
  return Object.entries(requests).map(([name, request]) => ({ role: 'visitor', name, make: () => request }))
}

type Pictures = { readonly large: Buffer; readonly damaged: Buffer; readonly name: string }

/** Uploads of the largest pictures, and reading one. */
export function pictureRequests(
  { user, operator }: Callers,
  { large, damaged, name }: Pictures,
): readonly MeasuredRequest[] {
  const upload = (picture: Buffer, repetition: number, headers = {}): BenchRequest => ({
    method: 'POST',
    path: imageUpload.path,
    token: user,
    headers: { 'content-type': multipartType, ...headers },
    body: fileForm(Buffer.concat([picture, Buffer.from(String(repetition))])),
  })
  return [
    { role: 'user', name: `${imageUpload.path}, 10 MB`, times: 4, make: (at) => upload(large, at) },
    {
      role: 'user',
      name: `${imageUpload.path}, 10 MB, with a key`,
      times: 4,
      make: (at) => upload(large, at, { 'idempotency-key': `picture-${process.pid}-${at}` }),
    },
    {
      role: 'user',
      name: `${imageUpload.path}, 10 MB, damaged`,
      times: 4,
      make: (at) => upload(damaged, at),
    },
    {
      role: 'user',
      name: `${imageUpload.path}, 10 MB, not a form`,
      times: 4,
      make: (at) => ({ ...upload(damaged, at), body: Buffer.alloc(10 * 1024 * 1024, '\r\n--') }),
    },
    {
      role: 'user',
      name: image.path,
      times: fewTimes,
      make: () => ({ path: `${image.path}?name=${name}`, token: user }),
    },
    {
      role: 'operator',
      name: '/desk/api/image',
      times: fewTimes,
      make: () => ({ path: `/desk/api/image?name=${name}`, token: operator }),
    },
  ]
}
