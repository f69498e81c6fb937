import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseSmtpAddress } from '#server/messages/carriers/smtp-address.ts'
import { StartFailure } from '#server/platform/start-failure.ts'

const strict = { rejectUnauthorized: true }
const lenient = { rejectUnauthorized: false }
const starttls = { secure: false, requireTLS: true, ignoreTLS: false, tls: strict }
const here = { secure: false, requireTLS: false, ignoreTLS: false, tls: lenient }
const tls = { secure: true, requireTLS: false, ignoreTLS: false, tls: strict }

const addresses: readonly (readonly [string, object])[] = [
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, ...tls }],
  ['smtps://mail.example.com:8465', { host: 'mail.example.com', port: 8465, ...tls }],
  ['smtps://127.0.0.1', { host: '127.0.0.1', port: 465, ...tls }],
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, ...starttls }],
  ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25, ...starttls }],
  ['smtp://127.evil.example.com', { host: '127.evil.example.com', port: 587, ...starttls }],
  ['smtp://localhost:2525', { host: 'localhost', port: 2525, ...here }],
  ['smtp://[::1]', { host: '::1', port: 25, ...here }],
  [
    'smtp://relay:25?ignoreTLS=true',
    { host: 'relay', port: 25, ...starttls, requireTLS: false, ignoreTLS: true },
  ],
  ['smtps://relay?ignoreTLS=true', { host: 'relay', port: 465, ...tls }],
  ['smtp://relay:25?tls.rejectUnauthorized=false', { host: 'relay', port: 25, ...starttls, tls: lenient }],
  [
    'smtps://anna%40example.com:p%3Aa%25ss@relay',
    { host: 'relay', port: 465, ...tls, auth: { user: 'anna@example.com', pass: 'p:a%ss' } },
  ],
  // Nothing else in the address reaches the library, least of all what would have it log every word.
  ['smtps://relay?logger=true&debug=true', { host: 'relay', port: 465, ...tls }],
]

describe('the address of the mail server', () => {
  for (const [text, expected] of addresses) {
    test(`is understood: ${text}`, () => assert.deepEqual(parseSmtpAddress(text), expected))
  }

  test('that cannot be decoded stops the start and is not repeated', () => {
    assert.throws(
      () => parseSmtpAddress('smtp://anna:100%secret@relay'),
      (fault) => fault instanceof StartFailure && !fault.message.includes('secret'),
    )
  })
})
