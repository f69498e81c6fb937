import { useCallback, useState } from 'react'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { type Areas, createAreas } from '#web/parts/auth-forms/phone-areas.ts'
import {
  createRegistrationSettings,
  type RegistrationRules,
  type RegistrationSettings,
} from '#web/parts/auth-forms/registration-settings.ts'
import { areaOf, type PhoneArea, type TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import { useOnOpenAndVisible } from '#web/parts/page-visibility.ts'

export type AccountOptions = {
  readonly rules: RegistrationRules
  readonly areas: Areas
  readonly refreshRules: RegistrationSettings['refresh']
  /** Switches to email if mobile numbers are off. */
  readonly withOfferedChannel: (typed: TypedAccount) => TypedAccount
  readonly areaOf: (typed: TypedAccount) => PhoneArea | undefined
}

type Keys = Parameters<typeof createRegistrationSettings>[1]

/** Settings and countries for a form with an account field. Read again whenever the page becomes visible. */
export function useAccountOptions(keys: Keys): AccountOptions {
  const { caller } = useParts()
  const [settings] = useState(() => createRegistrationSettings(caller.call, keys))
  const [areas] = useState(() => createAreas(caller.call))
  const rules = useStore(settings)
  const { areas: listed } = useStore(areas)
  const refresh = useCallback(async () => {
    await Promise.all([settings.refresh(), areas.fetch()])
  }, [settings, areas])
  useOnOpenAndVisible(refresh)
  return {
    rules,
    areas,
    refreshRules: settings.refresh,
    withOfferedChannel: (typed) => (rules.isMobileShown ? typed : { ...typed, channel: 'email' }),
    areaOf: (typed) => areaOf(typed, listed),
  }
}
