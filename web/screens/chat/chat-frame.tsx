import { useEffect, useState } from 'react'
import { browserTimers } from '#browser/platform/timers.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'

/** After this long the user is told of the other way. */
const slowMs = 8_000

/** What a page of another site needs to be a chat. It cannot replace the app in its tab. */
const foreignRights =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'

type ChatFrameProps = {
  readonly address: string
  /** The page is not ours. */
  readonly isForeign: boolean
}

/**
 * A page in the rest of the screen. The browser does not tell whether a page of another site has failed, so the way out in
 * the title row is always there.
 */
export function ChatFrame({ address, isForeign }: ChatFrameProps) {
  const t = useDictionary('support')
  const [isLoaded, setIsLoaded] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => browserTimers.after(slowMs, () => setIsSlow(true)), [])
  return (
    <div className="absolute inset-0 flex flex-col pb-safe">
      {isSlow && !isLoaded ? (
        <Notice
          action={
            <a
              className="px-2 py-2 font-semibold underline"
              href={address}
              rel="noopener noreferrer"
              target="_blank"
            >
              {t('support.open_tab')}
            </a>
          }
          className="mx-4 my-2"
          icon="clock"
          live
          tone="warn"
        >
          {t('support.frame.slow')}
        </Notice>
      ) : null}
      <div className="relative min-h-0 grow">
        {isLoaded ? null : (
          <div className="absolute inset-0 grid place-items-center text-dim" role="status">
            <Spinner />
            <span className="sr-only">{t('support.frame.loading')}</span>
          </div>
        )}
        <iframe
          className={classes('absolute inset-0 size-full border-0', !isLoaded && 'opacity-0')}
          onLoad={() => setIsLoaded(true)}
          sandbox={isForeign ? foreignRights : undefined}
          src={address}
          title={t('support.frame')}
        />
      </div>
    </div>
  )
}
