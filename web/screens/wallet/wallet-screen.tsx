import { useLocation } from 'wouter'
import { Figure } from '#ui/figure.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { ListGroup } from '#ui/list-group.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { Panel } from '#ui/panel.tsx'
import { PullToRefresh } from '#ui/pull-to-refresh.tsx'
import { Screen } from '#ui/screen.tsx'
import { Stat } from '#ui/stat.tsx'
import { type AmountName, useAmount } from '#web/parts/account/funds.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { useDrawConditions } from '#web/parts/funds/use-funds.ts'
import { FundsLoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import type { ScreenName, ScreenProps } from '#web/parts/screen-props.ts'

/** Balances, and links to everything about funds. */
export function WalletScreen({ name }: ScreenProps) {
  const t = useDictionary('funds')
  const { portfolio } = useParts()
  const back = useBack('/user')
  const conditions = useDrawConditions()
  const refresh = () => {
    void portfolio.refresh()
    void conditions.refetch()
  }
  useOnPageVisible(() => void portfolio.refresh())
  return (
    <Screen back={back} title={t(`title.${name}`)}>
      <PullToRefresh onRefresh={refresh}>
        <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-6">
          <Balances withdrawable={conditions.data?.available ?? null} />
          <Links entries={moneyEntries} title={t('wallet.money')} />
          <Links entries={methodEntries} title={t('wallet.methods')} />
        </div>
      </PullToRefresh>
    </Screen>
  )
}

/** Capped by the viewport width, so that a large balance fits a small phone with large fonts. */
const balanceClass = 'text-[min(1.75rem,12vw)] leading-[2.125rem] font-bold tracking-tight'

function Balances({ withdrawable }: { withdrawable: string | null }) {
  const t = useDictionary('funds')
  return (
    <Panel className="@container">
      <div className="text-12 text-dim">{t('wallet.balance')}</div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <Amount className={balanceClass} fraction="small" name="balance" />
        <span className="text-13 text-dim">USD</span>
      </div>
      <div className="mt-3 grid grid-cols-2 items-end gap-2 @max-[14rem]:grid-cols-1">
        <Stat label={t('wallet.withdrawable')}>
          <Figure decimals={2} value={withdrawable} />
        </Stat>
        <Stat label={t('wallet.free')}>
          <Amount name="freeMargin" />
        </Stat>
        <Stat label={t('wallet.locked')}>
          <Amount name="locked" />
        </Stat>
      </div>
      <FundsLoadFailed text={t('wallet.failed')} />
    </Panel>
  )
}

type AmountProps = {
  readonly name: AmountName
  readonly fraction?: 'small'
  readonly className?: string
}

/** Each amount subscribes to its own value, so that a tick re-renders only the changed ones. */
function Amount({ name, ...figure }: AmountProps) {
  return <Figure decimals={2} value={useAmount(name)} {...figure} />
}

type Entry = { readonly name: ScreenName; readonly path: string; readonly icon: IconName }

const moneyEntries: readonly Entry[] = [
  { name: 'charge', path: '/mine/charge', icon: 'deposit' },
  { name: 'withdraw', path: '/mine/withdraw', icon: 'withdraw' },
  { name: 'history', path: '/mine/history', icon: 'history' },
]

const methodEntries: readonly Entry[] = [
  { name: 'coin_address_list', path: '/mine/coin-address-list', icon: 'wallet' },
  { name: 'bank_card_list', path: '/mine/bank-card-list', icon: 'card' },
]

function Links({ entries, title }: { entries: readonly Entry[]; title: string }) {
  const t = useDictionary('funds')
  const [, go] = useLocation()
  return (
    <ListGroup title={title}>
      {entries.map(({ name, path, icon }) => (
        <ListRow href={path} icon={icon} key={name} label={t(`title.${name}`)} onSelect={() => go(path)} />
      ))}
    </ListGroup>
  )
}
