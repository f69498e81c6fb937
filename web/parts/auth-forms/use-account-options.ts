import { useCallback, useState } from 'react'
import { useParts, useStore } from '#web/parts/app-parts.tsx'
import { type Areas, createAreas } from '#web/parts/auth-forms/phone-areas.ts'
import {
  createEntrySettings,
  type EntryRules,
  type EntrySettings,
} from '#web/parts/auth-forms/registration-settings.ts'
import { areaOf, type EntryArea, type TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import { useOnReturn } from '#web/parts/page-visibility.ts'

export type EntryAccount = {
  readonly rules: EntryRules
  readonly areas: Areas
  readonly askAgain: EntrySettings['ask']
  /** What counts of what was typed: the email alone where mobile numbers are not offered. */
  readonly offered: (typed: TypedAccount) => TypedAccount
  readonly areaOf: (typed: TypedAccount) => EntryArea | undefined
}

type Keys = Parameters<typeof createEntrySettings>[1]

/** What a form with an account in it needs from the server. It is asked anew each time the screen comes into sight. */
export function useEntryAccount(keys: Keys): EntryAccount {
  const { caller } = useParts()
  const [settings] = useState(() => createEntrySettings(caller.call, keys))
  const [areas] = useState(() => createAreas(caller.call))
  const rules = useStore(settings)
  const { areas: listed } = useStore(areas)
  const ask = useCallback(async () => {
    await Promise.all([settings.ask(), areas.fetch()])
  }, [settings, areas])
  useOnReturn(ask)
  return {
    rules,
    areas,
    askAgain: settings.ask,
    offered: (typed) => (rules.isMobileShown ? typed : { ...typed, channel: 'email' }),
    areaOf: (typed) => areaOf(typed, listed),
  }
}
