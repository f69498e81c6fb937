import { useSearch } from 'wouter'
import { failureMessage } from '#browser/calls/caller.ts'
import { BackLink } from '#desk/parts/back-link.tsx'
import { useParts, useStore, useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap, useKeyboardShortcuts } from '#desk/parts/keyboard-shortcuts.tsx'
import { useOpenNext } from '#desk/parts/open-next.ts'
import { Page } from '#desk/parts/page.tsx'
import { AnswerBox } from '#desk/screens/support/answer-box.tsx'
import { LiveNotice } from '#desk/screens/support/live-notice.tsx'
import { MessageLog } from '#desk/screens/support/message-log.tsx'
import { ThreadBar } from '#desk/screens/support/thread-bar.tsx'
import { threadName } from '#desk/screens/support/thread-columns.tsx'
import type { ThreadStore } from '#desk/screens/support/thread-store.ts'
import { useThread } from '#desk/screens/support/use-thread.ts'
import { UserSide } from '#desk/screens/support/user-side.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One support thread: its messages, the answer, and what is known of the user. The server records every view. */
export function ThreadScreen({ id }: { id: number }) {
  const t = useTranslate()
  const at = messageNumber(new URLSearchParams(useSearch()).get('at'))
  const store = useThread(id, at)
  const { thread } = useStore(store)
  const skip = useNextWaiting(id)
  useKeyboardShortcuts({ n: () => void skip() })
  return (
    <Page
      actions={
        <Button aria-keyshortcuts="N" onClick={() => void skip()} size="small" variant="secondary">
          {t('support.next')} <KeyCap>N</KeyCap>
        </Button>
      }
      back={<BackLink href="/support" label={t('support.back')} />}
      title={thread === undefined ? t('support.title') : t('support.chat', { user: threadName(thread, t) })}
    >
      <LiveNotice />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Chat at={at} id={id} store={store} />
        <UserSide id={id} />
      </div>
    </Page>
  )
}

/** The number of a message in the address. Undefined if it is missing or malformed. */
function messageNumber(text: string | null): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined
}

/** Opens the thread that has waited longest of those that no other operator has. */
function useNextWaiting(id: number): () => Promise<void> {
  const { calls, statusPoll } = useParts()
  const email = useStore(statusPoll).operator?.email
  const { skip } = useOpenNext('/support', id, async () => {
    const { data, waiting } = await calls.supportInbox({ state: 'open', mine: 0, page: 1 })
    statusPoll.setCounts({ support: waiting })
    return data.filter(
      ({ waiting_since, assigned_to }) => waiting_since !== null && ['', email].includes(assigned_to),
    )
  })
  return skip
}

type ChatProps = { readonly id: number; readonly at: number | undefined; readonly store: ThreadStore }

function Chat({ id, at, store }: ChatProps) {
  const t = useTranslate()
  const { thread, failure, isGone, seen } = useStore(store)
  if (thread === undefined) {
    if (failure === undefined)
      return (
        <div aria-label={t('desk.loading')} role="status">
          <Skeleton className="h-[60dvh]" shape="box" />
        </div>
      )
    return (
      <EmptyState
        action={
          <Button icon="refresh" onClick={store.open} size="small" variant="secondary">
            {t('control.retry')}
          </Button>
        }
        icon="warning"
        text={failureMessage(failure, (code) => t('desk.transport', { code }))}
        title={t('support.chat.failed')}
      />
    )
  }
  return (
    <section
      aria-label={t('support.chat', { user: threadName(thread, t) })}
      className="flex min-w-0 flex-col rounded-16 border border-line bg-surface"
    >
      <ThreadBar store={store} thread={thread} />
      <MessageLog at={at} id={id} store={store} thread={thread} />
      {isGone ? (
        <Notice className="m-3" icon="info" live tone="warn">
          {t('support.chat.gone')}
        </Notice>
      ) : (
        <AnswerBox seen={seen} thread={thread} />
      )}
    </section>
  )
}
