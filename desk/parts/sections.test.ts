import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operatorRoles } from '#core/user/operator-role.ts'
import { canSee, sectionsOf } from '#desk/parts/sections.ts'

const seen = {
  owner:
    'identity deposits withdrawals approvals adjustment currencies reconciliation support freezes complaints news texts calendar pictures companies operators audit settings account',
  finance: 'deposits withdrawals approvals adjustment currencies reconciliation account',
  compliance: 'identity freezes complaints account',
  support: 'support freezes complaints account',
  content: 'news texts calendar pictures companies account',
  viewer:
    'identity deposits withdrawals approvals currencies reconciliation freezes complaints news texts calendar pictures companies audit settings account',
} as const

describe('the sections of each role', () => {
  for (const role of operatorRoles) {
    test(role, () => {
      const names = sectionsOf(role).map(({ name }) => name)
      assert.equal(names.join(' '), seen[role])
      for (const name of names) assert.ok(canSee(role, name))
      assert.equal(canSee(role, 'operators'), role === 'owner')
    })
  }
})
