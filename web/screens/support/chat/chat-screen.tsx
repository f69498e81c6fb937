import { Icon } from '#ui/icon.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useBack } from '#web/parts/navigation.ts'
import type { ScreenProps } from '#web/parts/screen-props.ts'
import { useSupportLink } from '#web/parts/support/use-support-entry.ts'
import { ChatFrame } from '#web/screens/support/chat/chat-frame.tsx'
import { LinkPanel } from '#web/screens/support/chat/link-panel.tsx'
import { OwnChat } from '#web/screens/support/chat/own-chat.tsx'
import { useSettingsRead } from '#web/screens/support/chat/use-settings-read.ts'

/** Online support: our own chat or the operator's page in a frame, or a link to copy or to open. */
export function ChatScreen({ search }: ScreenProps) {
  const t = useDictionary('support')
  const back = useBack('/user')
  const { basicInfo } = useParts()
  const hasRead = useSettingsRead()
  const link = useSupportLink()
  return (
    <Screen
      actions={
        link?.kind === 'frame' ? (
          <a
            aria-label={t('support.open_tab')}
            className="grid size-11 shrink-0 place-items-center rounded-8 hover:bg-hover active:opacity-70"
            href={link.link}
            rel="noopener noreferrer"
            target="_blank"
          >
            <Icon name="share" size={22} />
          </a>
        ) : null
      }
      back={back}
      title={t('title.chat')}
    >
      {link === undefined ? (
        hasRead ? (
          <LoadFailed onRetry={basicInfo.refresh} title={t('support.settings_failed')} />
        ) : (
          <div aria-busy="true" className="px-4 pt-4">
            <Skeleton className="h-40 w-full" shape="box" />
          </div>
        )
      ) : link.kind === 'own' ? (
        <OwnChat search={search} />
      ) : link.kind === 'frame' ? (
        <ChatFrame
          address={link.link}
          isForeign
          key={link.link}
          otherwise={<LinkPanel isPage link={link.link} />}
        />
      ) : (
        <LinkPanel link={link.link} isPage={link.kind !== 'copy' || link.isPage} />
      )}
    </Screen>
  )
}
