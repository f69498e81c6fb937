import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'

type LinkPanelProps = {
  readonly link: string
  /** It is the address of a page. */
  readonly isPage: boolean
}

/** The support link, to be selected, copied or opened. */
export function LinkPanel({ link, isPage }: LinkPanelProps) {
  const t = useDictionary('support')
  const { toasts } = useParts()
  return (
    <div className="px-4 pt-2 pb-6">
      <Panel className="grid grid-cols-1 gap-3">
        <div>
          <h2 className="font-semibold">{t('support.link.title')}</h2>
          <p className="text-13 text-dim">{t(isPage ? 'support.link.page_text' : 'support.link.text')}</p>
        </div>
        <p className="rounded-8 border border-line px-3 py-2.5 break-all select-all">
          <bdi className="ltr-isolate">{link}</bdi>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="-ms-2">
            <CopyButton
              label={t('support.link.copy')}
              onCopied={() => toasts.show({ text: t('support.link.copied'), tone: 'good' })}
              onFailed={() => toasts.show({ text: t('support.link.not_copied'), tone: 'danger' })}
              showLabel
              text={link}
            />
          </span>
          {isPage ? (
            <a
              className="inline-flex min-h-11 items-center gap-1 rounded-8 px-2 text-13 font-semibold text-accent hover:bg-accent-soft"
              href={link}
              rel="noopener noreferrer"
              target="_blank"
            >
              <Icon name="link" size={18} />
              {t('support.link.open')}
            </a>
          ) : null}
        </div>
      </Panel>
    </div>
  )
}
