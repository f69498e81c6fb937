// The operator's own session: sign-in, enrolment of the second factor, password and recovery codes.
import { proposalReaders } from '#contract/desk/approvals.ts'
import { complaintReaders } from '#contract/desk/complaints.ts'
import { freezeReaders } from '#contract/desk/freezes.ts'
import { operatorToWire } from '#contract/desk/operators.ts'
import {
  type DeskSignInAnswer,
  deskChangePassword,
  deskEnrol,
  deskMe,
  deskRecoveryCodes,
  deskSignIn,
  deskSignOut,
} from '#contract/desk/session.ts'
import { supportRoles } from '#contract/desk/support.ts'
import { answered, type Outcome } from '#contract/outcome.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { Approvals, TwoPersonRule } from '#server/approvals/approvals.ts'
import type { Complaints } from '#server/complaints/complaints.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { FundsReview } from '#server/funds/funds.ts'
import { type Caller, limitKeyOf, operatorRoute, type Route, route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Support } from '#server/support/support.ts'

type SessionParts = { readonly operators: Operators }

export function signIn({ operators }: SessionParts): Route {
  return route(deskSignIn, async ({ email, password, totp = '' }, caller) =>
    signInAnswer(await operators.signIn({ email, password, totp, ...clientInfoOf(caller) })),
  )
}

function signInAnswer(result: Awaited<ReturnType<Operators['signIn']>>): Outcome<DeskSignInAnswer> {
  switch (result.kind) {
    case 'session':
      return answered({ token: result.token, operator: operatorToWire(result.operator) }, 'done.logged_in')
    case 'enrolment': {
      const { ticket, secret, uri, needsPassword } = result
      return answered({ enrolment: { ticket, secret, uri, needs_password: needsPassword ? 1 : 0 } })
    }
    case 'refused':
    case 'too_many_requests':
      return result
    default:
      return ensureNever(result)
  }
}

export function enrol({ operators }: SessionParts): Route {
  return route(deskEnrol, async ({ ticket, totp, new_password: newPassword }, caller) => {
    const result = await operators.enrol({ ticket, totp, newPassword, ...clientInfoOf(caller) })
    if (result.kind !== 'session') return result
    const { token, operator, recoveryCodes } = result
    const data = { token, operator: operatorToWire(operator), recovery_codes: [...recoveryCodes] }
    return answered(data, 'done.logged_in')
  })
}

/** Failed attempts are counted under the limit key. */
function clientInfoOf({ address, device }: Caller) {
  return { address, device, limitKey: limitKeyOf(address) }
}

export function signOut({ operators }: SessionParts): Route {
  return operatorRoute(deskSignOut, operators.authenticate, async (_, by, { address }) => {
    await operators.signOut(by, address)
    return answered(null, 'done.logged_out')
  })
}

type MeParts = SessionParts & {
  readonly kyc: Kyc
  readonly engine: Pick<Engine, 'frozenCount'>
  readonly approvals: Approvals
  readonly twoPersonRule: TwoPersonRule
  readonly fundsReview: Pick<FundsReview, 'waitingCounts'>
  readonly complaints: Pick<Complaints, 'openCount'>
  readonly support: { readonly desk: Pick<Support['desk'], 'waitingCount'> }
}

export function readMe(parts: MeParts): Route {
  const { operators, kyc, engine, approvals, twoPersonRule, fundsReview, complaints, support } = parts
  return operatorRoute(deskMe, operators.authenticate, async (_, { operatorId, role }) => {
    const seesQueue = isRoleAllowed(role, ['compliance', 'viewer'])
    const seesFunds = isRoleAllowed(role, ['finance', 'viewer'])
    const [operator, waiting, frozen, open, isWaived, funds, openComplaints, waitingChats] =
      await Promise.all([
        operators.read(operatorId),
        seesQueue ? kyc.waitingCount() : 0,
        isRoleAllowed(role, freezeReaders) ? engine.frozenCount() : 0,
        isRoleAllowed(role, proposalReaders) ? approvals.openCount() : 0,
        twoPersonRule.isWaived(),
        seesFunds ? fundsReview.waitingCounts() : undefined,
        isRoleAllowed(role, complaintReaders) ? complaints.openCount() : undefined,
        isRoleAllowed(role, supportRoles) ? support.desk.waitingCount() : undefined,
      ])
    if (operator === undefined) return { kind: 'session_invalid' }
    const counts = { identity_waiting: waiting, frozen_accounts: frozen, open_proposals: open }
    const fundsCounts =
      funds === undefined ? {} : { deposits_waiting: funds.deposits, withdrawals_waiting: funds.withdrawals }
    const complaintCount = openComplaints === undefined ? {} : { complaints_open: openComplaints }
    const two_person_waived = isWaived ? 1 : 0
    return answered({
      operator: operatorToWire(operator),
      ...counts,
      ...fundsCounts,
      ...complaintCount,
      ...(waitingChats === undefined ? {} : { support_waiting: waitingChats }),
      two_person_waived,
    })
  })
}

export function changeOwnPassword({ operators }: SessionParts): Route {
  return operatorRoute(deskChangePassword, operators.authenticate, async (input, by, { address }) => {
    const { old_password: oldPassword, new_password: newPassword, totp } = input
    const result = await operators.changePassword({ by, oldPassword, newPassword, totp, address })
    return result.kind === 'changed' ? answered(null, 'done.password_changed') : result
  })
}

export function makeRecoveryCodes({ operators }: SessionParts): Route {
  return operatorRoute(
    deskRecoveryCodes,
    operators.authenticate,
    async ({ password, totp }, by, { address }) => {
      const result = await operators.newRecoveryCodes({ by, password, totp, address })
      return result.kind === 'made'
        ? answered({ recovery_codes: [...result.recoveryCodes] }, 'done.saved')
        : result
    },
  )
}
