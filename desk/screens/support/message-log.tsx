import type { DeskSupportThread } from '#contract/desk/support.ts'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useLogScroll } from '#desk/screens/support/log-scroll.ts'
import { MessageItem } from '#desk/screens/support/message-item.tsx'
import { hasNewer, hasOlder } from '#desk/screens/support/message-window.ts'
import { threadName } from '#desk/screens/support/thread-columns.tsx'
import type { ThreadStore } from '#desk/screens/support/thread-store.ts'
import { UnsentList } from '#desk/screens/support/unsent-list.tsx'
import { useUnsent } from '#desk/screens/support/use-draft.ts'
import { useThreadMarks } from '#desk/screens/support/use-thread.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

type MessageLogProps = {
  readonly id: number
  /** Number of the message that was searched for. */
  readonly at: number | undefined
  readonly thread: DeskSupportThread
  readonly store: ThreadStore
}

/** Closer than this to the beginning, older messages are read. */
const nearTopPx = 80

export function MessageLog({ id, at, thread, store }: MessageLogProps) {
  const t = useTranslate()
  const state = useStore(store)
  const { window, reading, failure, isUserTyping } = state
  const { box, content, end, isAtEnd, isEndShown, onScroll, toEnd } = useLogScroll(
    window,
    useUnsent(id).length,
    at,
  )
  useThreadMarks(id, store, isEndShown)
  const user = threadName(thread, t)
  const email = useStore(useParts().statusPoll).operator?.email ?? ''
  const handleScroll = () => {
    onScroll()
    const isNearTop = (box.current?.scrollTop ?? nearTopPx) < nearTopPx
    if (isNearTop && hasOlder(window) && failure === undefined) store.older()
  }
  return (
    <div className="relative">
      <div
        aria-label={t('support.log', { user })}
        className="h-[55dvh] min-h-64 overflow-y-auto px-4 [overflow-anchor:none] lg:h-[calc(100dvh-27rem)]"
        onScroll={handleScroll}
        ref={box}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable.
        tabIndex={0}
      >
        <div className="grid min-h-full content-end gap-3 py-4" ref={content}>
          {hasOlder(window) ? (
            <ReadMore isBusy={reading === 'older'} label={t('support.older')} onPress={store.older} />
          ) : null}
          <ol className="grid gap-3">
            {window.messages.map((message) => (
              <MessageItem
                isFound={message.number === at}
                isOwn={message.operator === email}
                key={message.number}
                message={message}
                thread={thread}
                user={user}
              />
            ))}
          </ol>
          {hasNewer(window) ? (
            <ReadMore isBusy={reading === 'newer'} label={t('support.newer')} onPress={store.newer} />
          ) : null}
          {failure === undefined ? null : (
            <Notice action={<RetryButton onPress={store.catchUp} />} icon="offline" live tone="warn">
              {t('support.messages.failed')}
            </Notice>
          )}
          <UnsentList threadId={id} />
          <p className="min-h-4 text-12 text-dim" ref={end} role="status">
            {isUserTyping ? t('support.typing', { user }) : null}
          </p>
        </div>
      </div>
      {isAtEnd ? null : (
        <span className="absolute inset-x-0 bottom-3 grid justify-items-center">
          <span className="flex rounded-8 bg-surface">
            <Button icon="arrow-down" onClick={toEnd} size="small" variant="secondary">
              {t('support.to_end')}
            </Button>
          </span>
        </span>
      )}
    </div>
  )
}

type ReadMoreProps = { readonly label: string; readonly isBusy: boolean; readonly onPress: () => void }

function ReadMore({ label, isBusy, onPress }: ReadMoreProps) {
  return (
    <span className="grid justify-items-center">
      <Button busy={isBusy} onClick={onPress} size="small" variant="secondary">
        {label}
      </Button>
    </span>
  )
}

function RetryButton({ onPress }: { onPress: () => void }) {
  const t = useTranslate()
  return (
    <Button icon="refresh" onClick={onPress} size="small" variant="secondary">
      {t('control.retry')}
    </Button>
  )
}
