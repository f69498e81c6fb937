import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { browserTimers } from '#browser/platform/timers.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { LinkPanel } from '#web/screens/chat/link-panel.tsx'

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
 * the title row is always there. The link itself is shown if our policy blocks the page: it may be newer than the policy.
 */
export function ChatFrame({ address, isForeign }: ChatFrameProps) {
  const t = useDictionary('support')
  const [isLoaded, setIsLoaded] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => browserTimers.after(slowMs, () => setIsSlow(true)), [])
  if (useIsBlocked()) return <LinkPanel isPage link={address} />
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

/** Whether the policy of the page has blocked a frame. */
function useIsBlocked(): boolean {
  const [isBlocked, setIsBlocked] = useState(false)
  const violated = useEffectEvent(({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src') setIsBlocked(true)
  })
  // Before the frame can be blocked.
  useLayoutEffect(() => {
    document.addEventListener('securitypolicyviolation', violated)
    return () => document.removeEventListener('securitypolicyviolation', violated)
  }, [])
  return isBlocked
}
