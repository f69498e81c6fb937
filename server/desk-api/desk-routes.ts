import type { Approvals, TwoPersonRule } from '#server/approvals/approvals.ts'
import type { Calendar } from '#server/calendar/calendar.ts'
import type { Companies } from '#server/companies/companies.ts'
import type { Complaints } from '#server/complaints/complaints.ts'
import type { Content } from '#server/content/content.ts'
import { approve, readProposals, reject, withdraw } from '#server/desk-api/approvals.ts'
import { readAuditLog } from '#server/desk-api/audit.ts'
import { calendarDeskRoutes } from '#server/desk-api/calendar.ts'
import { companyDeskRoutes } from '#server/desk-api/companies.ts'
import { complaintDeskRoutes } from '#server/desk-api/complaints.ts'
import { contentDeskRoutes } from '#server/desk-api/content.ts'
import { liftFreezeOfUser, readFreezes } from '#server/desk-api/freezes.ts'
import { fundsDeskRoutes } from '#server/desk-api/funds.ts'
import { decideIdentity, readIdentityCheck, readIdentityQueue } from '#server/desk-api/identity.ts'
import { readPrivateImage } from '#server/desk-api/images.ts'
import { addOperator, editOperator, readOperators } from '#server/desk-api/operators.ts'
import {
  changeOwnPassword,
  enrol,
  makeRecoveryCodes,
  readMe,
  signIn,
  signOut,
} from '#server/desk-api/session.ts'
import { editSetting, readSettings } from '#server/desk-api/settings.ts'
import { supportDeskRoutes } from '#server/desk-api/support.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { FundsReview } from '#server/funds/funds.ts'
import type { Route } from '#server/gateway/gateway.ts'
import type { Kyc } from '#server/kyc/kyc.ts'
import type { MarketData } from '#server/market-data/market-data.ts'
import type { Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'
import type { Support } from '#server/support/support.ts'
import type { Users } from '#server/users/users.ts'

export type DeskParts = {
  readonly operators: Operators
  readonly kyc: Kyc
  readonly content: Pick<Content, 'desk' | 'pictures'>
  readonly calendar: Calendar
  readonly approvals: Approvals
  readonly twoPersonRule: TwoPersonRule
  readonly settings: Settings
  readonly users: Pick<Users, 'user' | 'userByUid'>
  readonly engine: Pick<Engine, 'submit' | 'freezes' | 'frozenCount'>
  readonly fundsReview: FundsReview
  readonly complaints: Complaints
  readonly companies: Companies
  readonly portfolio: Pick<Portfolio, 'funds' | 'orders'>
  readonly marketData: Pick<MarketData, 'markets'>
  readonly support: Pick<Support, 'desk'>
  readonly random: Random
  readonly clock: Clock
  readonly translatorFor: TranslatorFor
  readonly pool: Pool
}

/** Every route of the operator console. */
export function deskRoutes(parts: DeskParts): readonly Route[] {
  return [
    // Session
    signIn(parts),
    enrol(parts),
    signOut(parts),
    readMe(parts),
    changeOwnPassword(parts),
    makeRecoveryCodes(parts),
    // Identity checks
    readIdentityQueue(parts),
    readIdentityCheck(parts),
    decideIdentity(parts),
    readPrivateImage(parts),
    // Funds
    ...fundsDeskRoutes(parts),
    // Articles and public pictures
    ...contentDeskRoutes(parts),
    // Complaints
    ...complaintDeskRoutes(parts),
    // Support
    ...supportDeskRoutes(parts),
    // Changes by two people
    readProposals(parts),
    approve(parts),
    reject(parts),
    withdraw(parts),
    // Economic calendar
    ...calendarDeskRoutes(parts),
    // Frozen accounts
    readFreezes(parts),
    liftFreezeOfUser(parts),
    // Operators and the audit log
    readOperators(parts),
    addOperator(parts),
    editOperator(parts),
    readAuditLog(parts),
    // Companies
    ...companyDeskRoutes(parts),
    // Settings
    readSettings(parts),
    editSetting(parts),
  ]
}
