import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOperatorRole, isRoleAllowed, operatorRoles } from '#core/user/operator-role.ts'

describe('the role of an operator', () => {
  it('is one of six', () => {
    assert.deepEqual(operatorRoles, ['owner', 'finance', 'compliance', 'support', 'content', 'viewer'])
    for (const role of operatorRoles) assert.ok(isOperatorRole(role))
    for (const text of ['', 'Owner', 'owner ', 'root', 'length', '0']) assert.ok(!isOperatorRole(text), text)
  })

  it('is allowed only where it is listed', () => {
    assert.ok(isRoleAllowed('finance', ['finance', 'compliance']))
    assert.ok(!isRoleAllowed('viewer', ['finance', 'compliance']))
    for (const role of operatorRoles) assert.equal(isRoleAllowed(role, []), role === 'owner', role)
  })

  it('is always allowed for an owner', () => {
    for (const role of operatorRoles) assert.ok(isRoleAllowed('owner', [role]))
  })
})
