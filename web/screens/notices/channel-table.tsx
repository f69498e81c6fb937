import { useId } from 'react'
import type { NoticePreferences } from '#contract/calls/notices.ts'
import type { NoticeChannel } from '#core/notice/notice.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Switch } from '#ui/switch.tsx'
import type { ChannelChange } from '#web/notices/preference-changes.ts'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { groupIcons } from '#web/screens/notices/group-icons.ts'

type Group = NoticePreferences['groups'][number]

type ChannelTableProps = {
  readonly groups: readonly Group[]
  /** The columns. */
  readonly channels: readonly NoticeChannel[]
  readonly onChange: (change: ChannelChange) => void
}

const channelIcons: Readonly<Record<NoticeChannel, IconName>> = { app: 'bell', push: 'phone', mail: 'mail' }

/** Capped by the viewport width, so that three switches and the topic fit a small phone with large fonts. */
const topicText = 'text-[min(0.9375rem,4vw)] leading-snug'
const smallText = 'text-[min(0.75rem,3.5vw)] leading-snug'

/** A switch for each topic and channel. The head stays in sight while the table scrolls. */
export function ChannelTable({ groups, channels, onChange }: ChannelTableProps) {
  const t = useDictionary('notices')
  const heading = useId()
  const reason = useId()
  const hasFixed = groups.some((group) => group.channels.some(({ fixed }) => fixed))
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-2">
      <h2 className="px-4 text-13 text-dim" id={heading}>
        {t('notices.channels')}
      </h2>
      <div className="overflow-clip rounded-16 border border-line bg-surface">
        <table aria-labelledby={heading} className="w-full table-fixed">
          <thead className="sticky top-0 z-5 bg-surface">
            <tr className="border-b border-line">
              <th className="py-2 ps-4 text-start font-normal text-dim" scope="col">
                <span className="sr-only">{t('notices.channel.topic')}</span>
              </th>
              {channels.map((channel) => (
                <th
                  className={`w-12.5 py-2 text-center font-normal text-dim last:w-15 last:pe-2.5 min-[360px]:w-14 min-[360px]:last:w-16.5 ${smallText}`}
                  key={channel}
                  scope="col"
                >
                  <Icon className="mx-auto mb-0.5" name={channelIcons[channel]} size={18} />
                  {t(`notices.channel.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr+tr]:border-t [&>tr+tr]:border-line">
            {groups.map((group) => (
              <GroupRow
                channels={channels}
                group={group}
                key={group.group}
                onChange={onChange}
                reason={reason}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="grid gap-2 px-4 text-12 text-dim">
        {hasFixed ? (
          <p className="flex items-start gap-1.5" id={reason}>
            <Icon name="lock" size={16} />
            {t('notices.fixed')}
          </p>
        ) : null}
        <p>{t(channels.includes('mail') ? 'notices.channels.hint' : 'notices.channels.hint_demo')}</p>
      </div>
    </section>
  )
}

type GroupRowProps = Pick<ChannelTableProps, 'channels' | 'onChange'> & {
  readonly group: Group
  /** Id of the text that says why a switch is locked. */
  readonly reason: string
}

function GroupRow({ group: { group, channels: settings }, channels, onChange, reason }: GroupRowProps) {
  const t = useDictionary('notices')
  const name = t(`notices.group.${group}`)
  return (
    <tr>
      <th className="py-2 ps-4 pe-1 text-start font-normal" scope="row">
        <span className={`flex items-start gap-2 ${topicText}`}>
          <Icon className="mt-0.5 text-dim max-[22rem]:hidden" name={groupIcons[group]} size={18} />
          <span className="min-w-0 break-words hyphens-auto">
            {name}
            <span className={`block text-dim ${smallText}`}>{t(`notices.group.${group}.note`)}</span>
          </span>
        </span>
      </th>
      {channels.map((channel) => {
        const setting = settings.find((each) => each.channel === channel)
        return (
          <td className="py-1 text-center align-middle last:pe-2.5" key={channel}>
            {setting === undefined ? null : (
              <Switch
                checked={setting.on}
                describedBy={setting.fixed ? reason : undefined}
                label={t('notices.switch', { group: name, channel: t(`notices.channel.${channel}`) })}
                locked={setting.fixed}
                onChange={(on) => onChange({ kind: 'channel', group, channel, on })}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
