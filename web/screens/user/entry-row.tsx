import type { ReactNode } from 'react'
import { ListRow } from '#ui/list-row.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { Entry } from '#web/screens/user/entries.ts'
import { useEntry } from '#web/screens/user/use-entry.ts'

export function EntryRow({ entry, value }: { entry: Entry; value?: ReactNode }) {
  const t = useBook('account')
  const targetOf = useEntry()
  return <ListRow icon={entry.icon} label={t(`title.${entry.name}`)} value={value} {...targetOf(entry)} />
}
