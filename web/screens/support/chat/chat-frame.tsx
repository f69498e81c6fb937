import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { browserTimers } from '#browser/platform/timers.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isOrderUsed } from '#web/screens/support/order-used.ts'

/** After this long the user is told of the other way. */
const slowMs = 8_000

/** What a page of another site needs to be a chat. It cannot replace the app in its tab. */
const foreignRights =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'

type ChatFrameProps = {
  readonly address: string
  /** The page is not ours. */
  readonly isForeign: boolean
  /** Shown if our policy blocks the page: the link may be newer or older than the policy. */
  readonly otherwise: ReactNode
  /** Our page in the frame has sent or removed the order of its address. */
  readonly onOrderUsed?: () => void
}

/**
 * A page in the rest of the screen. The browser does not tell whether a page of another site has failed, so the way out in
 * the title row is always there.
 */
export function ChatFrame({ address, isForeign, otherwise, onOrderUsed }: ChatFrameProps) {
  const t = useDictionary('support')
  const [isLoaded, setIsLoaded] = useState(false)
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => browserTimers.after(slowMs, () => setIsSlow(true)), [])
  const frame = useOrderUsed(onOrderUsed)
  if (useIsBlocked()) return otherwise
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
          ref={frame}
          sandbox={isForeign ? foreignRights : undefined}
          src={address}
          title={t('support.frame')}
        />
      </div>
    </div>
  )
}

/** Returns the ref of the frame whose messages count. */
function useOrderUsed(onOrderUsed: (() => void) | undefined) {
  const frame = useRef<HTMLIFrameElement>(null)
  const told = useEffectEvent((event: MessageEvent<unknown>) => {
    if (isOrderUsed(event, location.origin, frame.current?.contentWindow)) onOrderUsed?.()
  })
  useEffect(() => {
    window.addEventListener('message', told)
    return () => window.removeEventListener('message', told)
  }, [])
  return frame
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
