import { languageOf } from '#i18n/languages.ts'
import { EntryGroup } from '#ui/entry-group.tsx'
import { LogOutRow } from '#web/parts/account/log-out-row.tsx'
import { useBook, useWords } from '#web/parts/app-parts.tsx'
import { helpEntries, languageEntry, systemEntry } from '#web/screens/user/entries.ts'
import { EntryRow } from '#web/screens/user/entry-row.tsx'

/** The entries that need nothing of the account, and so are there at once. */
export function OtherEntries() {
  const t = useBook('account')
  const { name, locale } = languageOf(useWords().language)
  return (
    <>
      <EntryGroup title={t('user.group.help')}>
        {helpEntries.map((entry) => (
          <EntryRow entry={entry} key={entry.name} />
        ))}
      </EntryGroup>
      <EntryGroup title={t('user.group.settings')}>
        <EntryRow entry={languageEntry} value={<bdi lang={locale}>{name}</bdi>} />
        <EntryRow entry={systemEntry} />
      </EntryGroup>
      <EntryGroup>
        <LogOutRow />
      </EntryGroup>
    </>
  )
}
