// Wires the support chat, and sweeps it every minute.

import { supportRoles } from '#contract/desk/support.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Config } from '#server/bootstrap/config.ts'
import { startSweeper } from '#server/bootstrap/sweeper.ts'
import { createDeskLive, type DeskLive, type DeskLiveParts } from '#server/live/live.ts'
import type { Notices } from '#server/notices/notices.ts'
import type { Operators } from '#server/operators/operators.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
import type { Pool } from '#server/storage/storage.ts'
import { createSupport, type Support, type SupportParts } from '#server/support/support.ts'

export type SupportModulesParts = Omit<SupportParts, 'typingLimit' | 'addNotices'> & {
  readonly config: Pick<Config, 'rateLimits'>
  readonly notices: Pick<Notices, 'add'>
}

export type SupportModules = { readonly support: Support; readonly stop: () => Promise<void> }

export async function startSupportModules(parts: SupportModulesParts): Promise<SupportModules> {
  const typingLimit = parts.config.rateLimits
    ? createTokenBuckets(rateLimits.supportTyping, parts.clock)
    : undefined
  const support = await createSupport({ ...parts, addNotices: parts.notices.add, typingLimit })
  const sweeper = startSweeper({ ...parts, modules: [support] })
  async function stop(): Promise<void> {
    await Promise.all([sweeper.stop(), support.stop()])
  }
  return { support, stop }
}

type DeskLiveModuleParts = {
  readonly pool: Pool
  readonly operators: Pick<Operators, 'authenticate' | 'findLiveSessions'>
  readonly support: Pick<Support, 'feed'>
  readonly socketParts: Omit<DeskLiveParts, 'authenticate' | 'findLive' | 'feed'>
}

/** The login is audited before it succeeds: from then on the operator receives new messages of all threads. */
export function startDeskLive({ pool, operators, support, socketParts }: DeskLiveModuleParts): DeskLive {
  return createDeskLive({
    ...socketParts,
    feed: support.feed,
    findLive: operators.findLiveSessions,
    async authenticate(token, address) {
      const operator = await operators.authenticate(token)
      if (operator === undefined || !isRoleAllowed(operator.role, supportRoles)) return operator
      const { operatorId, email: who } = operator
      await recordAudit(pool, { operatorId, who, action: 'support_followed', subject: 'support', address })
      return operator
    },
  })
}
