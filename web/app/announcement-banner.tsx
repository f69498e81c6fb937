import { useLocation } from 'wouter'
import { textLanguage } from '#browser/i18n/text-language.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Pressable } from '#ui/pressable.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { useBackgroundRead } from '#web/app/use-background-read.ts'
import { readAnnouncement } from '#web/calls/content.ts'
import { createAnnouncementSeen } from '#web/parts/announcement-seen.ts'
import { useParts, useStore, useTranslations } from '#web/parts/app-parts.tsx'

const path = '/mine/announcement'

/**
 * A new announcement, until it is opened or dismissed. It lies above the tab bar and over the end of the list, so that
 * nothing on the screen moves.
 */
export function AnnouncementBanner({ isAllowedHere }: { isAllowedHere: boolean }) {
  const { t, language } = useTranslations()
  const { late } = useParts()
  const words = useUiLabels()
  const [, go] = useLocation()
  const seen = late.once(createAnnouncementSeen)
  const seenEdition = useStore(seen)
  const { answer } = useBackgroundRead(language, readAnnouncement)
  if (!isAllowedHere || answer === undefined || answer.edition <= seenEdition) return null
  const open = () => {
    seen.see(answer.edition)
    go(path)
  }
  return (
    <aside
      aria-label={t('title.announcement')}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-15 pb-tab-bar"
    >
      <div className="column px-4 pb-3">
        <div
          className="pointer-events-auto flex items-center rounded-16 border border-line bg-raised pe-1 shadow-[0_4px_20px_rgb(11_14_20/24%)]"
          data-late-presses=""
        >
          <Pressable
            className="flex min-h-13 min-w-0 grow items-center gap-3 rounded-16 py-2 ps-4 text-start focus-visible:-outline-offset-2"
            href={path}
            onSelect={open}
          >
            <Icon className="text-accent" name="announcement" size={20} />
            <span className="min-w-0 grow">
              <span className="block text-12 text-dim">{t('title.announcement')}</span>
              <span
                {...textLanguage(answer.language)}
                className="line-clamp-2 text-13 font-semibold break-words hyphens-auto"
              >
                {answer.title}
              </span>
            </span>
          </Pressable>
          <IconButton icon="close" label={words.close} onSelect={() => seen.see(answer.edition)} size={20} />
        </div>
      </div>
    </aside>
  )
}
