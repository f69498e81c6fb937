import { useCallback, useState } from 'react'
import { useParts } from '#web/parts/app-parts.tsx'
import { type Areas, createAreas } from '#web/parts/entry/account/areas.ts'
import { areaOf, type EntryArea, type TypedAccount } from '#web/parts/entry/account/typed-account.ts'
import {
  createEntrySettings,
  type EntryRules,
  type EntrySettings,
} from '#web/parts/entry/form/entry-settings.ts'
import { useOnReturn } from '#web/parts/entry/form/use-on-return.ts'
import { useStore } from '#web/parts/use-store.ts'

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
