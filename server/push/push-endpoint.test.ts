import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { browserPushServices } from '#server/bootstrap/config-values.ts'
import { hostOf, isAllowedEndpoint } from '#server/push/push-endpoint.ts'

describe('the address of a subscription', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/dA1:APA91bH_x-Y',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
    'https://eu.updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b',
    'https://web.push.apple.com/QGuQ-x',
    'https://api.push.apple.com/3/device',
  ])
    test(`${endpoint} -> allowed`, () => assert.ok(isAllowedEndpoint(endpoint, browserPushServices)))

  for (const endpoint of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://fcm.googleapis.com:443/fcm/send/x',
    'https://fcm.googleapis.com./fcm/send/x',
    'https://FCM.googleapis.com/fcm/send/x',
    'https://a.fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:password@fcm.googleapis.com/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example\\@fcm.googleapis.com/x',
    'https://fcm.googleapis.com/x#fragment',
    'https://fcm.googleapis.com/a/../x',
    ' https://fcm.googleapis.com/x',
    'https://notify.windows.com/x',
    'https://.notify.windows.com/x',
    'https://evilnotify.windows.com/x',
    'https://a.notify.windows.com:444/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'ftp://fcm.googleapis.com/x',
    'fcm.googleapis.com',
    '',
  ])
    test(`${endpoint || 'nothing'} -> refused`, () =>
      assert.ok(!isAllowedEndpoint(endpoint, browserPushServices)))

  test('at an origin of PUSH_SERVICES is allowed there only, with its port', () => {
    const services = ['http://127.0.0.1:9000']
    assert.deepEqual(
      ['http://127.0.0.1:9000/x', 'http://127.0.0.1:9001/x', 'https://fcm.googleapis.com/x'].map((endpoint) =>
        isAllowedEndpoint(endpoint, services),
      ),
      [true, false, false],
    )
  })

  test('is logged by its host only', () => {
    assert.equal(hostOf('https://fcm.googleapis.com/fcm/send/secret'), 'fcm.googleapis.com')
  })
})
