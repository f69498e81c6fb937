import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import type { Call as ContractCall } from '#contract/call.ts'
import {
  amendPassword,
  captcha,
  forgetPassword,
  sendEmail as sendEmailCall,
  sendSms as sendSmsCall,
} from '#contract/calls/credentials.ts'
import { demoLogin, login, register as registerCall } from '#contract/calls/session.ts'
import { areaList } from '#contract/calls/settings.ts'
import { callerTo, envelope, failureOf, hangUp, startTestServer } from '#test/fakes/call-server.ts'
import { changePassword } from '#web/calls/account.ts'
import {
  logIn,
  logInDemo,
  readCaptcha,
  register,
  resetPassword,
  sendEmail,
  sendSms,
} from '#web/calls/session.ts'
import { readAreas } from '#web/calls/settings.ts'

const secret = 'correct horse 1'

type Case = {
  readonly contract: Pick<ContractCall, 'path'>
  readonly verb: 'GET' | 'POST'
  readonly type?: RegExp
  readonly body?: string
  readonly hasKey?: true
  readonly send: (call: Call) => Promise<unknown>
}

const cases: Readonly<Record<string, Case>> = {
  'a login, as a form': {
    contract: login,
    verb: 'POST',
    type: /x-www-form-urlencoded/,
    body: 'account=66812345678&password=correct+horse+1&login_type=2',
    send: (call) => logIn(call, { account: '66812345678', password: secret, login_type: 2 }),
  },
  'a demo login, with its id in the body': {
    contract: demoLogin,
    verb: 'POST',
    type: /json/,
    body: '{"demo_id":"0f"}',
    send: (call) => logInDemo(call, { demo_id: '0f' }),
  },
  'a registration, as a form': {
    contract: registerCall,
    verb: 'POST',
    type: /x-www-form-urlencoded/,
    body: 'type=1&account=a%40b.example&password=p&re_password=p&sms_code=123456',
    send: (call) =>
      register(call, {
        type: 1,
        account: 'a@b.example',
        password: 'p',
        re_password: 'p',
        sms_code: '123456',
      }),
  },
  'a reset': {
    contract: forgetPassword,
    verb: 'POST',
    type: /json/,
    send: (call) =>
      resetPassword(call, {
        type: 1,
        account: 'a@b.example',
        new_password: 'p',
        secondary_password: 'p',
        auth_code: '1',
      }),
  },
  'a change of password': {
    contract: amendPassword,
    verb: 'POST',
    type: /json/,
    send: (call) => changePassword(call, { type: 1, new_password: 'p', auth_code: '1' }),
  },
  'a code by email': {
    contract: sendEmailCall,
    verb: 'POST',
    hasKey: true,
    body: '{"to":"a@b.example","type":1}',
    send: (call) => sendEmail(call, { to: 'a@b.example', type: 1 }),
  },
  'a code by text message': {
    contract: sendSmsCall,
    verb: 'POST',
    hasKey: true,
    body: '{"to":"812345678","area_id":7,"type":2}',
    send: (call) => sendSms(call, { to: '812345678', area_id: 7, type: 2 }),
  },
  'the list of areas': { contract: areaList, verb: 'GET', send: (call) => readAreas(call) },
  'a captcha': { contract: captcha, verb: 'GET', send: (call) => readCaptcha(call) },
}

describe('login, registration and password calls', () => {
  for (const [name, expected] of Object.entries(cases)) {
    test(`${name} is sent as in the contract`, async (context) => {
      const server = await startTestServer(context, envelope(1, '', null))
      await expected.send(callerTo(server.origin).call)
      const [seen] = server.received
      assert.deepEqual([seen?.verb, seen?.path], [expected.verb, expected.contract.path])
      assert.match(seen?.headers['content-type'] ?? '', expected.type ?? /^/)
      if (expected.body !== undefined) assert.equal(seen?.body, expected.body)
      assert.equal('idempotency-key' in (seen?.headers ?? {}), expected.hasKey === true)
    })
  }

  for (const name of ['a login, as a form', 'a code by email', 'a reset', 'a change of password'] as const) {
    test(`a refusal of ${name} shows no toast, a success or lost answer does`, async (context) => {
      const refusal = envelope(0, 'No', { reason: 'wrong_code' })
      const server = await startTestServer(context, refusal, envelope(1, 'Done'), hangUp)
      const { call, toasts } = callerTo(server.origin)
      await failureOf(cases[name]?.send(call) ?? Promise.resolve())
      assert.deepEqual(toasts, [])
      await cases[name]?.send(call)
      await failureOf(cases[name]?.send(call) ?? Promise.resolve())
      assert.deepEqual(toasts, [
        ['Done', 'success'],
        ['Connection problem (ERR_NETWORK)', 'error'],
      ])
    })
  }
})
