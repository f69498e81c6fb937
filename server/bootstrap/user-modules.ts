// Wires users, codes, pushes, uploads, content, identity checks, operators and idempotency, and sweeps them every minute.

import { noticeText } from '#contract/notice-text.ts'
import { seedArticles } from '#db/seed/articles.ts'
import {
  type Approvals,
  createApprovals,
  createTwoPersonRule,
  type TwoPersonRule,
} from '#server/approvals/approvals.ts'
import { type Config, isOnlyLocal } from '#server/bootstrap/config.ts'
import { loadSecretKey } from '#server/bootstrap/secret-key.ts'
import { startSweeper } from '#server/bootstrap/sweeper.ts'
import { type Calendar, createCalendar } from '#server/calendar/calendar.ts'
import { type Codes, createCodes } from '#server/codes/codes.ts'
import { type Content, createContent } from '#server/content/content.ts'
import { settingProposalHandler } from '#server/desk-api/setting-proposals.ts'
import { createIdempotency, type Idempotency } from '#server/idempotency/idempotency.ts'
import { createKyc, type Kyc } from '#server/kyc/kyc.ts'
import { createMessages, type Messages } from '#server/messages/messages.ts'
import { createNotices, type Notices, startBroadcasts } from '#server/notices/notices.ts'
import { createOperators, type Operators } from '#server/operators/operators.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createEncryption } from '#server/platform/encryption.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Passwords } from '#server/platform/passwords/passwords.ts'
import type { Random } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import { createPush, type Push } from '#server/push/push.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { Listen, Pool } from '#server/storage/storage.ts'
import { createUploads, type Uploads } from '#server/uploads/uploads.ts'
import { createUsers, type Users } from '#server/users/users.ts'

export type UserModulesParts = {
  readonly config: Pick<
    Config,
    | 'host'
    | 'trustedProxies'
    | 'dataDir'
    | 'delivery'
    | 'pushServices'
    | 'publicUrl'
    | 'webOrigins'
    | 'firstOwner'
    | 'secretKey'
    | 'rateLimits'
  >
  readonly pool: Pool
  readonly listen: Listen
  readonly settings: Settings
  readonly clock: Clock
  /** The system clock, for times that another machine compares with its own. */
  readonly wallClock: Pick<Clock, 'now'>
  readonly timers: Timers
  readonly random: Random
  readonly passwords: Passwords
  readonly log: Log
  readonly metrics: Metrics
  readonly translatorFor: TranslatorFor
}

export type UserModules = {
  readonly users: Users
  readonly messages: Messages
  readonly notices: Notices
  readonly push: Push
  readonly codes: Codes
  readonly uploads: Uploads
  readonly kyc: Kyc
  readonly content: Content
  readonly calendar: Calendar
  readonly operators: Operators
  readonly twoPersonRule: TwoPersonRule
  /** Modules register what they let two people decide. Started when all modules run. */
  readonly approvals: Approvals
  readonly idempotency: Idempotency
  /** Credentials of the first owner, printed once at the first start; otherwise empty. */
  readonly firstOwnerNotice: string
  readonly stop: () => Promise<void>
}

export async function startUserModules(parts: UserModulesParts): Promise<UserModules> {
  const { config, random } = parts
  const limits = config.rateLimits
  const encryption = createEncryption(loadSecretKey({ ...config, random }), random)
  const messages = createMessages({ ...config, ...parts })
  messages.startStored(parts.pool)
  const push = await createPush({
    ...config,
    ...parts,
    encryption,
    render: (content, language) => noticeText(content, language, parts.translatorFor(language)),
  })
  push.start()
  const codes = createCodes({ ...parts, encryption, messages, limits })
  const uploads = createUploads(parts)
  // Users are created later, because they use modules that tell them of something.
  const contactsOf: Users['contactsOf'] = (...asked) => users.contactsOf(...asked)
  const noticesParts = { ...parts, messages, push, contactsOf }
  const notices = createNotices(noticesParts)
  const kyc = createKyc({ ...parts, uploads, addNotices: notices.add })
  const calendar = createCalendar(parts)
  const idempotency = createIdempotency(parts)
  const operators = createOperators({ ...parts, encryption, limits })
  const twoPersonRule = createTwoPersonRule({ ...parts, operators, isLoopback: isOnlyLocal(config) })
  const approvals = createApprovals({ ...parts, operators, rule: twoPersonRule })
  approvals.register(settingProposalHandler(parts))
  const firstOwnerNotice = noticeFor(await operators.ensureFirstOwner(config.firstOwner))
  const content = await createContent({ ...parts, uploads, seeds: seedArticles })
  const users = await createUsers({ ...parts, encryption, codes, messages, content, limits })

  const broadcasts = startBroadcasts({ ...noticesParts, textsInForce: content.inForce })
  const sweeper = startSweeper({
    ...parts,
    modules: [users, codes, messages, notices, push, uploads, idempotency, operators],
  })
  async function stop(): Promise<void> {
    await Promise.all([sweeper.stop(), approvals.stop(), broadcasts.stop()])
    users.stop()
    await Promise.all([messages.stop(), push.stop(), content.stop()])
  }
  return {
    users,
    messages,
    notices,
    push,
    codes,
    uploads,
    kyc,
    content,
    calendar,
    operators,
    twoPersonRule,
    approvals,
    idempotency,
    firstOwnerNotice,
    stop,
  }
}

function noticeFor(owner: Awaited<ReturnType<Operators['ensureFirstOwner']>>): string {
  if (owner.kind === 'existing') return ''
  const password = owner.password === undefined ? '' : `, password ${owner.password}`
  const next = owner.needsEnrolment ? ' An authenticator is enrolled at the first sign-in.' : ''
  return `The desk has its first owner: ${owner.email}${password}.${next} This is shown once.\n`
}
