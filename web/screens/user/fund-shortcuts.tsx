import { Icon } from '#ui/icon.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import { fundEntries } from '#web/screens/user/entries.ts'
import { useEntry } from '#web/screens/user/use-entry.ts'

/** As narrow as the names allow; with large letters they take two rows. */
const columns = 'grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))]'

export function FundShortcuts() {
  const t = useBook('account')
  const targetOf = useEntry()
  return (
    <nav aria-label={t('user.shortcuts')} className={`mt-4 grid ${columns} gap-2 text-12 text-dim`}>
      {fundEntries.map((entry) => (
        <Pressable
          className="group grid min-w-0 content-start justify-items-center gap-2 rounded-8 text-center hover:text-text active:opacity-70"
          key={entry.name}
          {...targetOf(entry)}
        >
          <span className="grid size-12 place-items-center rounded-16 border border-line bg-ground text-text transition-colors group-hover:bg-hover">
            <Icon name={entry.icon} size={20} />
          </span>
          <span className="max-w-full break-words hyphens-auto">
            {entry.name === 'history' ? t('user.details') : t(`title.${entry.name}`)}
          </span>
        </Pressable>
      ))}
    </nav>
  )
}
