import type { Call } from '#browser/calls/call-request.ts'
import { createValueStore, type ReadableStore } from '#browser/platform/value-store.ts'
import type { DefaultSettingInput } from '#contract/calls/settings.ts'
import { readSetting } from '#web/calls/settings.ts'

/** The operator settings that affect login and registration. */
export type RegistrationRules = {
  readonly isMobileShown: boolean
  /** Registration asks for a captcha instead of a code by email or text message. */
  readonly hasCaptcha: boolean
  readonly isInviteRequired: boolean
}

type Key = DefaultSettingInput['key']

export type RegistrationSettings = ReadableStore<RegistrationRules> & {
  /** Reads the settings again. A setting that cannot be read keeps its value. */
  readonly refresh: () => Promise<void>
}

/** Used until the server answers. */
const defaultRules: RegistrationRules = { isMobileShown: true, hasCaptcha: false, isInviteRequired: false }

const ruleOf: Readonly<Record<Key, (value: number) => Partial<RegistrationRules>>> = {
  is_show_mobile: (value) => ({ isMobileShown: value !== 0 }),
  verify_reg_type: (value) => ({ hasCaptcha: value === 2 }),
  invite_required: (value) => ({ isInviteRequired: value === 1 }),
}

export function createRegistrationSettings(call: Call, keys: readonly Key[]): RegistrationSettings {
  const rules = createValueStore(defaultRules)
  let newest = 0
  return {
    getSnapshot: rules.getSnapshot,
    subscribe: rules.subscribe,
    async refresh() {
      newest += 1
      const current = newest
      const read = async (key: Key) => {
        const value = await readSetting(call, key).catch(() => undefined)
        // Ignores an answer to an earlier refresh.
        if (value === undefined || current !== newest) return
        rules.set({ ...rules.getSnapshot(), ...ruleOf[key](value) })
      }
      await Promise.all(keys.map(read))
    },
  }
}
