import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getBalance } from '#contract/calls/get-balance.ts'
import { identityCenter } from '#contract/calls/identity-center.ts'
import { inviteList } from '#contract/calls/invite-list.ts'
import { loginHistory } from '#contract/calls/login-history.ts'
import { logout } from '#contract/calls/logout.ts'
import { realName } from '#contract/calls/real-name.ts'
import { resetDemo as demoReset } from '#contract/calls/reset-demo.ts'
import { sessions } from '#contract/calls/sessions.ts'
import { signOutOthers as othersSignedOut } from '#contract/calls/sign-out-others.ts'
import { answeringServer, callerTo, envelope } from '#web/calls/answering-server.test.ts'
import type { Call } from '#web/calls/call-request.ts'
import { logOut } from '#web/calls/log-out.ts'
import { readFunds } from '#web/calls/read-funds.ts'
import { readIdentity } from '#web/calls/read-identity.ts'
import { readInvites } from '#web/calls/read-invites.ts'
import { readLogins } from '#web/calls/read-logins.ts'
import { readSessions } from '#web/calls/read-sessions.ts'
import { resetDemo } from '#web/calls/reset-demo.ts'
import { signOutOthers } from '#web/calls/sign-out-others.ts'
import { submitIdentity } from '#web/calls/submit-identity.ts'

const identity = { name: 'Lee Min', card_id: 'K1', front_pic: '/front', reverse_pic: '/back' }

type Row = {
  readonly made: (call: Call) => Promise<unknown>
  readonly contract: {
    readonly name: string
    readonly path: string
    readonly verb: string
    readonly changes: boolean
  }
  readonly page?: string
  readonly body?: unknown
  /** Whether the server's words are shown. */
  readonly isHeard?: true
}

const table: readonly Row[] = [
  { made: logOut, contract: logout, body: {} },
  { made: readSessions, contract: sessions },
  { made: signOutOthers, contract: othersSignedOut, body: {}, isHeard: true },
  { made: (call) => readLogins(call, 3), contract: loginHistory, page: '3' },
  { made: (call) => readInvites(call, 2), contract: inviteList, page: '2' },
  { made: readIdentity, contract: identityCenter },
  { made: readFunds, contract: getBalance },
  { made: resetDemo, contract: demoReset, body: {}, isHeard: true },
  { made: (call) => submitIdentity(call, identity), contract: realName, body: identity },
]

describe('the calls about the own account', () => {
  for (const { made, contract, page, body, isHeard } of table) {
    test(`${contract.name} is made as the contract has it`, async (context) => {
      const { path, changes } = contract
      // Whatever the contract allows besides: a GET may be repeated by a browser or a proxy.
      const verb = changes ? 'POST' : contract.verb
      const server = await answeringServer(context, envelope(1, 'Done', null))
      const { call, toasts } = callerTo(server.origin)
      await made(call)
      const [seen] = server.seen
      assert.deepEqual([seen?.verb, seen?.path, seen?.query.get('page') ?? undefined], [verb, path, page])
      assert.equal(seen?.headers['idempotency-key'] !== undefined, changes, 'a change has a key')
      assert.deepEqual(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? ''), body)
      assert.equal(toasts.length, isHeard ? 1 : 0)
    })
  }
})

test('a request may be sent by another way than fetch, with all that belongs to it', async () => {
  const { call } = callerTo('https://api.example')
  const sent: { readonly url: string; readonly headers: Headers; readonly file: unknown }[] = []
  const answer = await call<{ url: string }>({
    path: '/api/common/image_upload',
    verb: 'POST',
    encoding: 'multipart',
    input: { file: new Blob(['picture']) },
    changes: true,
    async send(url, { headers, body }) {
      sent.push({ url, headers: new Headers(headers), file: body instanceof FormData && body.get('file') })
      return new Response(JSON.stringify({ code: 1, msg: '', data: { url: '/there' } }))
    },
  })
  assert.deepEqual(answer, { url: '/there' })
  assert.equal(sent[0]?.url, 'https://api.example/api/common/image_upload')
  assert.ok(sent[0]?.headers.has('idempotency-key') && sent[0].headers.has('lang'))
  assert.ok(sent[0]?.file instanceof Blob)
})
