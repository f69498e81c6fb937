import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseUserAgent } from '#web/screens/settings/user-agent.ts'

const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('parseUserAgent', () => {
  const table: readonly (readonly [string, string | undefined, string | undefined, boolean])[] = [
    [`${android} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
    [
      `${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
      true,
    ],
    [`${android} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`, 'Edge', 'Android', true],
    [
      `${android} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0`,
      'WeChat',
      'Android',
      true,
    ],
    [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', true],
    [`${iphone} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', true],
    [`${iphone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone', true],
    [`${iphone} EdgiOS/140.0 Version/18.0 Mobile/15E148 Safari/604.1`, 'Edge', 'iPhone', true],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPad',
      true,
    ],
    [`${windows} ${chromium} Safari/537.36`, 'Chrome', 'Windows', false],
    [`${windows} ${chromium} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows', false],
    [`${windows} ${chromium} Safari/537.36 OPR/123.0.0.0`, 'Opera', 'Windows', false],
    [`${windows.replace(')', '; rv:143.0)')} Gecko/20100101 Firefox/143.0`, 'Firefox', 'Windows', false],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
      'Safari',
      'macOS',
      false,
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36`,
      'Chrome',
      'Linux',
      false,
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chromium} Safari/537.36`, 'Chrome', 'ChromeOS', false],
    ['curl/8.5.0', undefined, undefined, false],
    ['', undefined, undefined, false],
  ]
  for (const [userAgent, browser, system, isHandheld] of table) {
    test(`finds ${browser} on ${system}: ${userAgent.slice(0, 120)}`, () => {
      assert.deepEqual(parseUserAgent(userAgent), { browser, system, isHandheld })
    })
  }

  test('reads only the first 512 characters', () => {
    assert.equal(parseUserAgent(`${' '.repeat(600)}Chrome/140`).browser, undefined)
  })
})
