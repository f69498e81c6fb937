// Settings that protect money: weakening one is proposed by an owner and approved by a second operator.
import { type Refusal, refused } from '#contract/outcome.ts'
import type { Proposal, ProposalHandler } from '#server/approvals/approvals.ts'
import { type SettingKey, type Settings, settingDefinitions } from '#server/settings/settings.ts'

export const settingKind = 'setting'

/** Besides owners. */
export const settingDeciders = ['finance'] as const

type SettingPayload = { readonly key: SettingKey; readonly from: string; readonly to: string }

type Parts = { readonly settings: Pick<Settings, 'changeIn'> }

export function settingPayload({ payload }: Pick<Proposal, 'payload'>): SettingPayload {
  return payload as SettingPayload
}

export function settingProposalHandler({ settings }: Parts): ProposalHandler {
  return {
    kind: settingKind,
    roles: settingDeciders,
    describe: (payload) => {
      const { key, from, to } = settingPayload({ payload })
      return [{ label: key, old: from, new: to }]
    },
    check: async () => undefined,
    applyInTransaction: async (client, proposal, { operatorId, email }): Promise<Refusal | undefined> => {
      const change = settingPayload(proposal)
      const valid = settingDefinitions[change.key].parse(change.to)
      if ('refusal' in valid) return refused('invalid_input', { field: 'value' })
      // After another change of the setting, the old value is not the one that was approved.
      const isChanged = await settings.changeIn(client, change, { operatorId, email, address: '' })
      if (!isChanged) return refused('terms_changed')
      return undefined
    },
  }
}
