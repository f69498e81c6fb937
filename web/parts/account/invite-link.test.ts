import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviteCodeInHalves, inviteLink } from '#web/parts/account/invite-link.ts'

test('links to the registration with the URL-encoded invite code', () => {
  assert.equal(inviteLink('https://m.example', '7KQ2M9RD'), 'https://m.example/register?invite_code=7KQ2M9RD')
  assert.equal(inviteLink('https://m.example', 'a&b'), 'https://m.example/register?invite_code=a%26b')
})

test('splits an invite code into two halves and leaves an empty one empty', () => {
  assert.equal(inviteCodeInHalves('7KQ2M9RD'), '7KQ2 M9RD')
  assert.equal(inviteCodeInHalves('ABC'), 'AB C')
  assert.equal(inviteCodeInHalves(''), '')
})
