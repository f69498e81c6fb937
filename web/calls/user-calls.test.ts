import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call } from '#browser/calls/call-request.ts'
import { resetDemo as demoReset, forexChange } from '#contract/calls/account.ts'
import {
  addAlert as addAlertCall,
  alertList,
  removeAlert as removeAlertCall,
} from '#contract/calls/alerts.ts'
import { complaintEmail, complaintInfo, complaintList, fileComplaint } from '#contract/calls/complaints.ts'
import {
  bindDrawMethod,
  chargeInfo,
  chargeList,
  chargeSubmit,
  chargeSymbols,
  deleteDrawMethod,
  draw,
  drawCancel,
  drawConditions,
  drawCurrencies,
  drawList,
  drawMethods,
  wireInfo,
  wireSubmit,
} from '#contract/calls/funds.ts'
import { identityCenter, realName } from '#contract/calls/identity.ts'
import {
  setNoticeChannel as channelSet,
  noticeList,
  noticePreferences,
  setPushPreferences as pushSet,
  readNotices,
} from '#contract/calls/notices.ts'
import {
  pushKey,
  subscribePush as subscribePushCall,
  unsubscribePush as unsubscribePushCall,
} from '#contract/calls/push.ts'
import {
  inviteList,
  loginHistory,
  logout,
  signOutOthers as othersSignedOut,
  sessions,
} from '#contract/calls/session.ts'
import {
  amendOrder,
  cancelTrade,
  close,
  closeMany,
  myDeal,
  reverse,
  setStopPrice,
  submit,
} from '#contract/calls/trading.ts'
import { callerTo, envelope, startTestServer } from '#test/fakes/call-server.ts'
import { readAccountLog, readInvitedUsers, readLoginHistory } from '#web/calls/account.ts'
import { addAlert, readAlerts, removeAlert } from '#web/calls/alerts.ts'
import { readComplaint, readComplaintEmail, readComplaints, sendComplaint } from '#web/calls/complaints.ts'
import {
  cancelWithdrawal,
  deletePayoutMethod,
  readChargeMethods,
  readDeposits,
  readDrawConditions,
  readDrawCurrencies,
  readPayoutMethods,
  readWireCurrencies,
  readWireOptions,
  readWithdrawals,
  sendFundsRequest,
} from '#web/calls/funds.ts'
import { readIdentity, submitIdentity } from '#web/calls/identity.ts'
import {
  markNoticesRead,
  readNoticeList,
  readNoticePreferences,
  readUnreadNotices,
  setNoticeChannel,
  setPushPreferences,
} from '#web/calls/notices.ts'
import { readPushKey, subscribePush, unsubscribePush } from '#web/calls/push.ts'
import { logOut, readSessions, signOutOthers } from '#web/calls/session.ts'
import { readOrders, sendTradeAction, type TradeAction } from '#web/calls/trading.ts'

const identity = { name: 'Lee Min', card_id: 'K1', front_pic: '/front', reverse_pic: '/back' }

const edit = { id: 7, target_price: '1.2', cont: '0.5' }
const ticket = { type: 1, forex_id: 1, status: 1, cont: '0.50', multiple: '100' }

const sending = (action: TradeAction) => (call: Call) => sendTradeAction(call, action, { quiet: 'shown' })

const coinDeposit = { number: '1', proofImg: '/voucher', address: 'T1', charge_id: 3 }
const wireDeposit = { number: '1', proofImg: '/voucher', wire_id: 3 }
const withdrawal = { draw_currency_id: 1, number: '1', draw_method_id: 2 }
const method = { type: 1, draw_id: 5, dc_address: 'T1', auth_code: '123456' }

const channel = { group: 'orders', channel: 'push', on: 0 } as const
const night = { details: 1, quiet_from: 1320, quiet_to: 420, zone: 'Asia/Tokyo' }
const alert = { forex_id: 101, condition: 'above', price: '1.08500', repeats: 0 } as const
const subscription = { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' }

type Row = {
  readonly send: (call: Call) => Promise<unknown>
  readonly contract: {
    readonly name: string
    readonly path: string
    readonly verb: string
    readonly changes: boolean
  }
  readonly page?: string
  readonly body?: unknown
  /** Whether the server's message is shown as a toast. */
  readonly showsToast?: true
}

const table: readonly Row[] = [
  { send: logOut, contract: logout, body: {} },
  { send: readSessions, contract: sessions },
  { send: signOutOthers, contract: othersSignedOut, body: {}, showsToast: true },
  { send: (call) => readLoginHistory(call, 3), contract: loginHistory, page: '3' },
  { send: (call) => readInvitedUsers(call, 2), contract: inviteList, page: '2' },
  { send: readIdentity, contract: identityCenter },
  { send: (call) => readOrders(call, { page: 4 }), contract: myDeal, page: '4' },
  { send: (call) => readAccountLog(call, { page: 5 }), contract: forexChange, page: '5' },
  { send: sending({ kind: 'place', input: ticket }), contract: submit, body: ticket, showsToast: true },
  { send: sending({ kind: 'close', input: { id: 7 } }), contract: close, body: { id: 7 }, showsToast: true },
  {
    send: sending({ kind: 'close_many', input: { ids: [7, 8] } }),
    contract: closeMany,
    body: { ids: '7,8' },
    showsToast: true,
  },
  {
    send: sending({ kind: 'reverse', input: { id: 7 } }),
    contract: reverse,
    body: { id: 7 },
    showsToast: true,
  },
  { send: sending({ kind: 'amend', input: edit }), contract: amendOrder, body: edit, showsToast: true },
  {
    send: sending({ kind: 'cancel', input: { id: 7 } }),
    contract: cancelTrade,
    body: { id: 7 },
    showsToast: true,
  },
  {
    send: sending({ kind: 'stops', input: { id: 7 } }),
    contract: setStopPrice,
    body: { id: 7 },
    showsToast: true,
  },
  { send: sending({ kind: 'reset', input: {} }), contract: demoReset, body: {}, showsToast: true },
  { send: (call) => submitIdentity(call, identity), contract: realName, body: identity },
  { send: readComplaintEmail, contract: complaintEmail },
  { send: (call) => readComplaints(call, 2), contract: complaintList, page: '2' },
  { send: (call) => readComplaint(call, 3), contract: complaintInfo },
  {
    send: (call) => sendComplaint(call, 'complaint', { text: 'Why?' }, 'key-000001'),
    contract: fileComplaint,
    body: { text: 'Why?' },
    showsToast: true,
  },
  { send: (call) => readNoticeList(call, 3), contract: noticeList, page: '3' },
  { send: readUnreadNotices, contract: noticeList, page: '1' },
  { send: (call) => markNoticesRead(call, 12), contract: readNotices, body: { up_to: 12 } },
  { send: readNoticePreferences, contract: noticePreferences },
  { send: (call) => setNoticeChannel(call, channel), contract: channelSet, body: channel },
  { send: (call) => setPushPreferences(call, night), contract: pushSet, body: night },
  { send: readChargeMethods, contract: chargeInfo },
  { send: readWireCurrencies, contract: chargeSymbols },
  { send: (call) => readWireOptions(call, 'EUR'), contract: wireInfo },
  { send: (call) => readDeposits(call, { type: 0, page: 2 }), contract: chargeList, page: '2' },
  { send: (call) => readPayoutMethods(call, { draw_type: 1 }), contract: drawMethods },
  { send: (call) => readDrawCurrencies(call, 1), contract: drawCurrencies },
  { send: readDrawConditions, contract: drawConditions },
  { send: (call) => readWithdrawals(call, { type: 1, page: 2 }), contract: drawList, page: '2' },
  {
    send: (call) => deletePayoutMethod(call, 4),
    contract: deleteDrawMethod,
    body: { id: 4 },
    showsToast: true,
  },
  { send: (call) => cancelWithdrawal(call, 4), contract: drawCancel, body: { id: 4 }, showsToast: true },
  {
    send: (call) => sendFundsRequest(call, 'coin_deposit', coinDeposit, 'key-000001'),
    contract: chargeSubmit,
    body: coinDeposit,
    showsToast: true,
  },
  {
    send: (call) => sendFundsRequest(call, 'wire_deposit', wireDeposit, 'key-000001'),
    contract: wireSubmit,
    body: wireDeposit,
    showsToast: true,
  },
  {
    send: (call) => sendFundsRequest(call, 'withdrawal', withdrawal, 'key-000001'),
    contract: draw,
    body: withdrawal,
    showsToast: true,
  },
  {
    send: (call) => sendFundsRequest(call, 'payout_method', method, 'key-000001'),
    contract: bindDrawMethod,
    body: method,
    showsToast: true,
  },
  { send: (call) => readAlerts(call), contract: alertList },
  { send: (call) => addAlert(call, alert), contract: addAlertCall, body: alert },
  { send: (call) => removeAlert(call, 4), contract: removeAlertCall, body: { id: 4 } },
  { send: readPushKey, contract: pushKey },
  { send: (call) => subscribePush(call, subscription), contract: subscribePushCall, body: subscription },
  {
    send: (call) => unsubscribePush(call, 'https://push.example/1'),
    contract: unsubscribePushCall,
    body: { endpoint: 'https://push.example/1' },
  },
]

describe('account and trading calls', () => {
  for (const { send, contract, page, body, showsToast } of table) {
    test(`${contract.name} is sent as in the contract`, async (context) => {
      const { path, changes } = contract
      // POST even where the contract also allows GET: a browser or proxy may repeat a GET.
      const verb = changes ? 'POST' : contract.verb
      const server = await startTestServer(context, envelope(1, 'Done', null))
      const { call, toasts } = callerTo(server.origin)
      await send(call)
      const [seen] = server.received
      assert.deepEqual([seen?.verb, seen?.path, seen?.query.get('page') ?? undefined], [verb, path, page])
      assert.equal(seen?.headers['idempotency-key'] !== undefined, changes, 'a change has an idempotency key')
      assert.deepEqual(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? ''), body)
      assert.equal(toasts.length, showsToast ? 1 : 0)
    })
  }
})

test('a custom send function receives headers, key and body', async () => {
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
