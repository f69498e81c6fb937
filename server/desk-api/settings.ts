import {
  type ChangeSettingAnswer,
  changeSetting,
  type DeskSettingsAnswer,
  deskSettings,
} from '#contract/desk/settings.ts'
import { answered, type Outcome, refused } from '#contract/outcome.ts'
import { isRoleAllowed } from '#core/user/operator-role.ts'
import type { Approvals, Proposal, TwoPersonRule } from '#server/approvals/approvals.ts'
import { settingDeciders, settingKind, settingPayload } from '#server/desk-api/setting-proposals.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators, SessionOperator } from '#server/operators/operators.ts'
import { isSettingKey, type Settings } from '#server/settings/settings.ts'

type SettingsParts = { readonly operators: Operators; readonly settings: Settings }
type EditParts = SettingsParts & {
  readonly approvals: Pick<Approvals, 'propose'>
  readonly twoPersonRule: Pick<TwoPersonRule, 'canBeOff' | 'isWaived'>
}

type ReadParts = SettingsParts & { readonly approvals: Pick<Approvals, 'openOfKinds'> }

/** A proposed value is shown only to the roles that decide it. */
export function readSettings({ operators, settings, approvals }: ReadParts): Route {
  return operatorRoute(deskSettings, operators.authenticate, async (_, { role }) => {
    const open = await approvals.openOfKinds([settingKind])
    const isVisible = isRoleAllowed(role, settingDeciders)
    return answered(
      settings.list().map(({ options, weakenedBy, ...setting }) => ({
        ...setting,
        options: [...options],
        ...(weakenedBy === undefined ? {} : { weakened_by: weakenedBy }),
        proposal: proposalToWire(
          open.find(({ subject }) => subject === `setting:${setting.key}`),
          isVisible,
        ),
      })),
    )
  })
}

function proposalToWire(
  proposal: Proposal | undefined,
  isVisible: boolean,
): DeskSettingsAnswer[number]['proposal'] {
  if (proposal === undefined) return null
  return {
    value: isVisible ? settingPayload(proposal).to : '',
    proposed_by: proposal.proposedBy.email,
    proposed_at: proposal.proposedAt.toISOString(),
    lapses_at: proposal.lapsesAt.toISOString(),
  }
}

/** The settings module writes the change and its audit entry in one transaction. */
export function editSetting(parts: EditParts): Route {
  const { operators, settings, twoPersonRule } = parts
  return operatorRoute(changeSetting, operators.authenticate, async ({ key, value }, by, { address }) => {
    const switchesRuleOff = key === 'two_person_rule' && value.trim() === 'off'
    if (switchesRuleOff && !twoPersonRule.canBeOff) return refused('two_people_required')
    const { operatorId, email } = by
    const operator = { operatorId, email, address }
    const change = (await twoPersonRule.isWaived())
      ? await settings.change(key, value, `operator:${operatorId}`, operator)
      : await settings.changeUnlessWeaker(key, value, operator)
    if (change.kind === 'refused')
      return refused('invalid_input', { field: isSettingKey(key) ? 'value' : 'key' })
    if (change.kind === 'weaker') return await proposeWeaker(parts, { key, ...change }, { by, address })
    return answered({ key, value: change.kind === 'changed' ? change.to : change.value }, 'done.saved')
  })
}

/** The answer has the value as it still is. */
async function proposeWeaker(
  { approvals }: EditParts,
  { key, from, to }: { readonly key: string; readonly from: string; readonly to: string },
  proposer: { readonly by: SessionOperator; readonly address: string },
): Promise<Outcome<ChangeSettingAnswer>> {
  const change = { kind: settingKind, subject: `setting:${key}`, payload: { key, from, to } }
  const proposed = await approvals.propose({ ...change, ...proposer })
  return proposed.kind === 'refused' ? proposed : answered({ key, value: from }, 'done.proposed')
}
