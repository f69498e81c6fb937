import type { DefaultSettingInput } from '#contract/calls/settings.ts'
import type { Call } from '#web/calls/call-request.ts'
import { readSetting } from '#web/calls/settings.ts'
import { createValueStore, type ReadableStore } from '#web/platform/value-store.ts'

/** What operators can switch about the way in, as last heard. */
export type RegistrationRules = {
  readonly isMobileShown: boolean
  /** A picture is read in place of a code that is sent. */
  readonly hasCaptcha: boolean
  readonly isInviteRequired: boolean
}

type Key = DefaultSettingInput['key']

export type RegistrationSettings = ReadableStore<RegistrationRules> & {
  /** Resolves when all have been heard of; what cannot be read stays as it is. */
  readonly refresh: () => Promise<void>
}

/** What holds until the server has said otherwise. */
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
      const asking = newest
      const one = async (key: Key) => {
        const value = await readSetting(call, key).catch(() => undefined)
        // What was asked for earlier may arrive later.
        if (value === undefined || asking !== newest) return
        rules.set({ ...rules.getSnapshot(), ...ruleOf[key](value) })
      }
      await Promise.all(keys.map(one))
    },
  }
}
