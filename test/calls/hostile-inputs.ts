// Hostile values for every field of a call.
import type { Call } from '#contract/call.ts'
import type { TestRequest } from '#test/calls/app-fixture.ts'

const strings: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  "' or 1=1; drop table users; --",
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '../../../etc/passwd',
  '%00%0d%0aset-cookie: a=b',
  '\r\nBcc: everyone@example.com',
  '\u202Eevil\u202C',
  '\u{1F4A9}'.repeat(40),
  'é'.normalize('NFD').repeat(30),
  '１２３４５６',
  '-1',
  '0',
  '1e309',
  'NaN',
  '9007199254740993',
  '99999999999999999999999999',
  '__proto__',
  'null',
  'true',
  '\uD800',
  'x'.repeat(300),
  'x'.repeat(5_000),
]

const others: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  [],
  ['a'],
  [['a']],
  {},
  { $ne: null },
  { length: 5, toString: 'x' },
  [1, 2, 3],
]

const megabyte = 'x'.repeat(1_000_000)

/** A plausible value for each field, so that only the hostile field can cause a refusal. */
const plausible: Readonly<Record<string, unknown>> = {
  account: 'ann@example.com',
  to: 'ann@example.com',
  email: 'owner@example.com',
  // Not the password of any user: an unknown field does not prevent a login.
  password: 'wrong horse 7',
  re_password: 'wrong horse 7',
  new_password: 'correct horse 8',
  old_password: 'correct horse 7',
  secondary_password: 'correct horse 8',
  totp: '000000',
  auth_code: '000000',
  sms_code: '000000',
  type: 1,
  login_type: 1,
  area_id: 2,
  page: 1,
  limit: 20,
  from: 0,
  id: 1,
  forex_id: 101,
  period: '1min',
  key: 'is_show_mobile',
  role: 'viewer',
  approve: 0,
  status: 1,
  cont: '0.01',
  multiple: 100,
  target_price: '1.10000',
  stop_loss_price: '',
  target_profit_price: '0',
  price: '',
  deviation: 10,
  condition: 'above',
  percent: '1.5',
  repeats: 1,
}

export function hostileInputs(call: Call): readonly TestRequest[] {
  const fields = Object.keys(call.input.properties)
  const url = call.path
  const requests: TestRequest[] = []
  const base = Object.fromEntries(fields.map((name) => [name, plausibleFor(call, name)]))
  for (const name of [...fields, 'idem', 'unknown_field']) {
    for (const value of strings) {
      if (call.verb === 'GET') requests.push({ url: `${url}?${query({ ...base, [name]: value })}` })
      else
        requests.push(
          { url, body: { ...base, [name]: value } },
          { url, form: texts({ ...base, [name]: value }) },
        )
    }
    if (call.verb === 'GET') requests.push({ url: `${url}?${query(base)}&${name}=a&${name}=b&${name}[]=c` })
    else for (const value of [...others, megabyte]) requests.push({ url, body: { ...base, [name]: value } })
  }
  return [...requests, ...wholeBodies(call)]
}

/** A plausible value of a field. `to` is a recipient in some calls and an end time in others; `price` may be a level. */
export function plausibleFor({ input, name: call }: Call, name: string): unknown {
  if (name === 'price' && call === 'add_alert') return '1.20000'
  if (name === 'to' && 'maximum' in (input.properties[name] ?? {})) return 8_640_000_000_000_000
  return plausible[name] ?? 'x'
}

function wholeBodies(call: Call): readonly TestRequest[] {
  const { path: url } = call
  if (call.verb === 'GET') return [{ url: `${url}?${'a=b&'.repeat(500)}` }, { url: `${url}?%ff%fe` }]
  const json = { 'content-type': 'application/json' }
  const bodies = ['', '{', '[]', 'null', '5', '"x"', '['.repeat(10_000), `{"a":"${'x'.repeat(1_000_000)}"}`]
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const forms = ['', '--b', '--b--', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n--b--']
  return [
    ...bodies.map((payload) => ({ method: 'POST', url, headers: json, payload }) as const),
    ...forms.map((payload) => ({ method: 'POST', url, headers: multipart, payload }) as const),
    { method: 'POST', url, headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
    { method: 'POST', url, headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
  ]
}

function query(fields: Readonly<Record<string, unknown>>): string {
  return new URLSearchParams(texts(fields)).toString()
}

function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}
