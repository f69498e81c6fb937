import { useState } from 'react'
import { browserStorage, storedText } from '#browser/storage/stored-text.ts'
import type { UserFields } from '#contract/calls/session.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { Stat } from '#ui/stat.tsx'
import { CopyWithToast } from '#web/parts/account/copy-with-toast.tsx'
import { type AmountName, useAmount } from '#web/parts/account/funds.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { FundsLoadFailed } from '#web/parts/load-failed.tsx'
import { StaleBadge } from '#web/parts/stale-prices.tsx'
import { fundEntries, useMenuTarget } from '#web/screens/account/account-menu.tsx'

export function BalanceCard({ user }: { user: UserFields }) {
  const t = useDictionary('account')
  const isDemo = user.is_demo === 1
  return (
    <Panel>
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-2 text-13 text-dim">
        <span className="flex items-center gap-1">
          {t('user.uid')}
          <Figure grouped={false} value={user.uid} />
          <span className="-ms-2">
            <CopyWithToast label={t('user.copy_uid')} text={user.uid} />
          </span>
        </span>
        <Badge tone={isDemo ? 'warn' : 'accent'}>{t(isDemo ? 'user.demo' : 'user.real')}</Badge>
      </div>
      <Amounts />
      <FundsLoadFailed text={t('user.funds_failed')} />
      <FundShortcuts />
    </Panel>
  )
}

/** Capped by the viewport width, so that a large balance fits a small phone with large fonts. */
const balanceClass = 'text-[min(1.75rem,12vw)] leading-[2.125rem] font-bold tracking-tight'

const otherAmounts = [
  ['equity', 'user.net_value'],
  ['freeMargin', 'user.available'],
  ['locked', 'user.locked'],
] as const

function Amounts() {
  const t = useDictionary('account')
  const [isHidden, toggle] = useHiddenAmounts()
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-2 text-12 text-dim">
          {t('user.balance')}
          <StaleBadge className="-my-1" />
        </span>
        <IconButton
          className="-me-3 -my-3.5 text-dim"
          icon={isHidden ? 'eye-off' : 'eye'}
          label={t(isHidden ? 'user.show' : 'user.hide')}
          onSelect={toggle}
        />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Amount className={balanceClass} fraction="small" isHidden={isHidden} name="balance" />
        <span className="text-13 text-dim">USD</span>
      </div>
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-2">
        {otherAmounts.map(([name, label]) => (
          <div className="grow basis-[4.5rem]" key={name}>
            <Stat label={t(label)}>
              <Amount isHidden={isHidden} name={name} />
            </Stat>
          </div>
        ))}
      </div>
    </>
  )
}

type AmountProps = {
  readonly name: AmountName
  readonly isHidden: boolean
  readonly fraction?: 'small'
  readonly className?: string
}

/** Each amount subscribes to its own value, so that a tick re-renders only the changed ones. */
function Amount({ name, isHidden, fraction, className }: AmountProps) {
  const t = useDictionary('account')
  const value = useAmount(name)
  if (!isHidden) {
    const amountClass = classes(className, value === null && 'text-dim')
    return <Figure className={amountClass} decimals={2} fraction={fraction} value={value} />
  }
  return (
    <span className={className}>
      <span aria-hidden="true">••••</span>
      <span className="sr-only">{t('user.hidden')}</span>
    </span>
  )
}

/** Columns are as narrow as the labels allow. With large fonts the shortcuts wrap into two rows. */
const columns = 'grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))]'

function FundShortcuts() {
  const t = useDictionary('account')
  const targetOf = useMenuTarget()
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

const hiddenStorageKey = 'openlot.amounts_hidden'

/** Whether amounts are hidden from onlookers. Remembered across visits. */
function useHiddenAmounts(): readonly [isHidden: boolean, toggle: () => void] {
  const [stored] = useState(() => storedText(browserStorage(), hiddenStorageKey))
  const [isHidden, setIsHidden] = useState(() => stored.read() === 'yes')
  const toggle = () => {
    stored.write(isHidden ? undefined : 'yes')
    setIsHidden(!isHidden)
  }
  return [isHidden, toggle]
}
