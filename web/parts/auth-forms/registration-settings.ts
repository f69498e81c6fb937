import type { DefaultSettingInput } from '#contract/calls/settings.ts'
import { readSetting } from '#web/calls/settings.ts'
import { useServerQuery } from '#web/parts/server-query.ts'

/** The operator settings that affect login and registration. */
export type RegistrationRules = {
  readonly isMobileShown: boolean
  /** Registration asks for a captcha instead of a code by email or text message. */
  readonly hasCaptcha: boolean
  readonly isInviteRequired: boolean
}

export type RegistrationKey = DefaultSettingInput['key']

type RegistrationSettings = { readonly rules: RegistrationRules; readonly refresh: () => Promise<void> }

/** Reads the named settings. A setting that was not read has its default, and keeps its value after a failure. */
export function useRegistrationSettings(keys: readonly RegistrationKey[]): RegistrationSettings {
  const isMobileShown = useSetting('is_show_mobile', keys)
  const registrationType = useSetting('verify_reg_type', keys)
  const isInviteRequired = useSetting('invite_required', keys)
  return {
    rules: {
      isMobileShown: isMobileShown.value !== 0,
      hasCaptcha: registrationType.value === 2,
      isInviteRequired: isInviteRequired.value === 1,
    },
    async refresh() {
      await Promise.all([isMobileShown, registrationType, isInviteRequired].map(({ refresh }) => refresh()))
    },
  }
}

function useSetting(key: RegistrationKey, keys: readonly RegistrationKey[]) {
  const isEnabled = keys.includes(key)
  const { data, refetch } = useServerQuery({
    key: ['setting', key],
    read: (call, signal) => readSetting(call, key, signal),
    isEnabled,
  })
  return { value: data, refresh: async () => void (isEnabled ? await refetch() : undefined) }
}
