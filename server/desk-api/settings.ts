import { changeSetting, deskSettings } from '#contract/desk/settings.ts'
import { answered, refused } from '#contract/outcome.ts'
import type { TwoPersonRule } from '#server/approvals/approvals.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import { isSettingKey, type Settings } from '#server/settings/settings.ts'

type SettingsParts = { readonly operators: Operators; readonly settings: Settings }
type EditParts = SettingsParts & { readonly twoPersonRule: Pick<TwoPersonRule, 'canBeOff'> }

export function readSettings({ operators, settings }: SettingsParts): Route {
  return operatorRoute(deskSettings, operators.authenticate, async () =>
    answered(settings.list().map((setting) => ({ ...setting, options: [...setting.options] }))),
  )
}

/** The settings module writes the change and its audit entry in one transaction. */
export function editSetting({ operators, settings, twoPersonRule }: EditParts): Route {
  return operatorRoute(changeSetting, operators.authenticate, async ({ key, value }, by, { address }) => {
    const switchesRuleOff = key === 'two_person_rule' && value.trim() === 'off'
    if (switchesRuleOff && !twoPersonRule.canBeOff) return refused('two_people_required')
    const { operatorId, email } = by
    const change = await settings.change(key, value, `operator:${operatorId}`, { operatorId, email, address })
    if (change.kind === 'refused')
      return refused('invalid_input', { field: isSettingKey(key) ? 'value' : 'key' })
    return answered({ key, value: change.kind === 'changed' ? change.to : change.value }, 'done.saved')
  })
}
