// Wires the support chat, and sweeps it every minute.
import { rateLimits } from '#contract/rate-limits.ts'
import type { Config } from '#server/bootstrap/config.ts'
import { startSweeper } from '#server/bootstrap/sweeper.ts'
import type { Notices } from '#server/notices/notices.ts'
import { createTokenBuckets } from '#server/platform/token-bucket.ts'
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
