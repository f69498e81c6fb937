import type { Channel } from '#core/account/channel.ts'
import { Tabs } from '#ui/tabs.tsx'
import { useBook } from '#web/parts/app-parts.tsx'

export const accountPanelId = 'entry-account'

export type AccountTabsProps = {
  readonly value: Channel
  readonly isMobileShown: boolean
  readonly onChange: (channel: Channel) => void
}

/** The row stays where mobile numbers are not offered, so that nothing moves when that is heard of. */
export function AccountTabs({ value, isMobileShown, onChange }: AccountTabsProps) {
  const t = useBook('entry')
  const channels: readonly Channel[] = isMobileShown ? ['email', 'mobile'] : ['email']
  return (
    <Tabs
      items={channels.map((channel) => ({ value: channel, label: t(`entry.channel.${channel}`) }))}
      label={t('entry.channels')}
      onChange={onChange}
      panelId={accountPanelId}
      value={value}
    />
  )
}
