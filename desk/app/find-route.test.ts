import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findRoute } from '#desk/app/find-route.ts'

const table = [
  ['/', 'owner', { kind: 'redirect', to: '/identity' }],
  ['', 'compliance', { kind: 'redirect', to: '/identity' }],
  ['/', 'support', { kind: 'redirect', to: '/support' }],
  ['/support', 'owner', { kind: 'section', name: 'support' }],
  ['/support', 'viewer', { kind: 'not_found' }],
  ['/support/7', 'support', { kind: 'chat', id: 7 }],
  ['/support/7', 'compliance', { kind: 'not_found' }],
  ['/support/answers', 'support', { kind: 'canned_answers' }],
  ['/support/figures/', 'owner', { kind: 'support_figures' }],
  ['/support/answers', 'content', { kind: 'not_found' }],
  ['/support/constructor', 'support', { kind: 'not_found' }],
  ['/', 'content', { kind: 'redirect', to: '/news' }],
  ['/news/7', 'content', { kind: 'news', id: 7 }],
  ['/texts/7', 'viewer', { kind: 'text', id: 7 }],
  ['/news/7', 'finance', { kind: 'not_found' }],
  ['/pictures', 'content', { kind: 'section', name: 'pictures' }],
  ['/pictures/7', 'content', { kind: 'not_found' }],
  ['/identity', 'viewer', { kind: 'section', name: 'identity' }],
  ['/identity/', 'viewer', { kind: 'section', name: 'identity' }],
  ['/identity', 'finance', { kind: 'not_found' }],
  ['/identity/12', 'compliance', { kind: 'review', id: 12 }],
  ['/identity/12/', 'owner', { kind: 'review', id: 12 }],
  ['/identity/12', 'viewer', { kind: 'not_found' }],
  ['/identity/0', 'owner', { kind: 'not_found' }],
  ['/identity/x', 'owner', { kind: 'not_found' }],
  ['/identity/9999999999999999', 'owner', { kind: 'not_found' }],
  ['/', 'finance', { kind: 'redirect', to: '/deposits' }],
  ['/deposits', 'viewer', { kind: 'section', name: 'deposits' }],
  ['/deposits/7', 'finance', { kind: 'deposit', id: 7 }],
  ['/deposits/7', 'viewer', { kind: 'not_found' }],
  ['/deposits/7', 'compliance', { kind: 'not_found' }],
  ['/withdrawals/7', 'owner', { kind: 'withdrawal', id: 7 }],
  ['/withdrawals/7', 'viewer', { kind: 'not_found' }],
  ['/withdrawals', 'compliance', { kind: 'not_found' }],
  ['/currencies/7', 'viewer', { kind: 'currency', id: 7 }],
  ['/currencies/7', 'support', { kind: 'not_found' }],
  ['/adjustment', 'viewer', { kind: 'not_found' }],
  ['/adjustment', 'finance', { kind: 'section', name: 'adjustment' }],
  ['/reconciliation', 'viewer', { kind: 'section', name: 'reconciliation' }],
  ['/constructor/7', 'owner', { kind: 'not_found' }],
  ['/complaints', 'viewer', { kind: 'section', name: 'complaints' }],
  ['/complaints/7', 'support', { kind: 'complaint', id: 7 }],
  ['/complaints/7', 'viewer', { kind: 'not_found' }],
  ['/complaints', 'finance', { kind: 'not_found' }],
  ['/freezes/7', 'owner', { kind: 'not_found' }],
  ['/freezes', 'support', { kind: 'section', name: 'freezes' }],
  ['/freezes', 'finance', { kind: 'not_found' }],
  ['/approvals', 'viewer', { kind: 'section', name: 'approvals' }],
  ['/approvals', 'compliance', { kind: 'not_found' }],
  ['/operators', 'owner', { kind: 'section', name: 'operators' }],
  ['/operators', 'viewer', { kind: 'not_found' }],
  ['/settings', 'viewer', { kind: 'section', name: 'settings' }],
  ['/audit', 'compliance', { kind: 'not_found' }],
  ['/account', 'content', { kind: 'section', name: 'account' }],
  ['/nonsense', 'owner', { kind: 'not_found' }],
] as const

describe('findRoute', () => {
  for (const [path, role, route] of table) {
    test(`${path || '(nothing)'} leads the ${role} to ${Object.values(route).join(' ')}`, () => {
      assert.deepEqual(findRoute(path, role), route)
    })
  }
})
