import { changeSetting } from '#contract/desk/change-setting.ts'
import { answered, refused } from '#contract/outcome.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { operatorRoute, type Route } from '#server/gateway/gateway.ts'
import type { Operators } from '#server/operators/operators.ts'
import { isSettingKey, type Settings } from '#server/settings/settings.ts'
import type { Pool } from '#server/storage/storage.ts'

type Parts = { readonly operators: Operators; readonly settings: Settings; readonly pool: Pool }

export function changeASetting({ operators, settings, pool }: Parts): Route {
  return operatorRoute(changeSetting, operators.identify, async ({ key, value }, by, { address }) => {
    const { operatorId, email: who } = by
    const change = await settings.change(key, value, `operator:${operatorId}`)
    if (change.kind === 'refused')
      return refused('invalid_input', { field: isSettingKey(key) ? 'value' : 'key' })
    if (change.kind === 'unchanged') return answered({ key, value: change.value }, 'done.saved')
    const details = { from: beginning(change.from), to: beginning(change.to) }
    const subject = `setting:${key}`
    await recordAudit(pool, { operatorId, who, action: 'setting_changed', subject, details, address })
    return answered({ key, value: change.to }, 'done.saved')
  })
}

const longestTold = 1000

/** An entry of the audit log has little room; the whole of it stands in the history of the settings. */
function beginning(value: string): string {
  return value.slice(0, longestTold).toWellFormed()
}
