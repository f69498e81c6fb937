import {
  type RegistrationKey,
  type RegistrationRules,
  useRegistrationSettings,
} from '#web/parts/auth-forms/registration-settings.ts'
import { areaOf, type PhoneArea, type TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import { type Areas, useAreas } from '#web/parts/auth-forms/use-areas.ts'

export type AccountOptions = {
  readonly rules: RegistrationRules
  readonly areas: Areas
  readonly refreshRules: () => Promise<void>
  /** Switches to email if mobile numbers are off. */
  readonly withOfferedChannel: (typed: TypedAccount) => TypedAccount
  readonly areaOf: (typed: TypedAccount) => PhoneArea | undefined
}

/** Settings and countries for a form with an account field. The settings are read again when the page is visible. */
export function useAccountOptions(keys: readonly RegistrationKey[]): AccountOptions {
  const { rules, refresh } = useRegistrationSettings(keys)
  const areas = useAreas()
  return {
    rules,
    areas,
    refreshRules: refresh,
    withOfferedChannel: (typed) => (rules.isMobileShown ? typed : { ...typed, channel: 'email' }),
    areaOf: (typed) => areaOf(typed, areas.list),
  }
}
