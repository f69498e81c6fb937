import { useEffect, useMemo, useRef, useState } from 'react'
import { formatDate } from '#browser/time/date-format.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { useUiLabels } from '#ui/ui-labels.tsx'
import { readSupportPicture } from '#web/calls/support.ts'
import {
  useConnectionStatus,
  useDictionary,
  useParts,
  useStore,
  useTranslations,
} from '#web/parts/app-parts.tsx'
import { chatRows } from '#web/screens/support/chat-rows.ts'
import { ChatSkeleton } from '#web/screens/support/chat-skeleton.tsx'
import { Composer } from '#web/screens/support/composer.tsx'
import { JumpButton } from '#web/screens/support/jump-button.tsx'
import { MessageList } from '#web/screens/support/message-list.tsx'
import { createPictureCache, type PictureCache } from '#web/screens/support/picture-cache.ts'
import { PictureCacheContext } from '#web/screens/support/picture-view.tsx'
import { useChat } from '#web/screens/support/use-chat.ts'
import { useChatScroll } from '#web/screens/support/use-chat-scroll.ts'
import type { ComposerHandle } from '#web/screens/support/use-composer.ts'
import type { Chat } from '#web/support/chat.ts'
import type { Outbox } from '#web/support/outbox.ts'
import type { OutboxItem } from '#web/support/outbox-storage.ts'
import type { Support } from '#web/support/support.ts'
import { type SupportOwner, threadOf } from '#web/support/support-owner.ts'

type ChatViewProps = {
  readonly support: Support
  readonly owner: SupportOwner
  readonly search: string
  readonly isPart: boolean
}

/** Messages above, the text to send below. Keyed by owner. */
export function ChatView({ support, owner, search, isPart }: ChatViewProps) {
  const t = useDictionary('support')
  const chat = useChat(support, owner)
  const state = useStore(chat)
  const unsent = useStore(support.outbox)
  const { locale } = useTranslations()
  const isGone = useConnectionStatus() === 'gone'
  const { messages, unreadFrom } = state
  const rows = useMemo(
    () => chatRows({ messages, unsent, unreadFrom }, (iso) => formatDate(iso, { locale })),
    [messages, unsent, unreadFrom, locale],
  )
  const { composer, edit } = useEdit(support.outbox)
  const scroll = useChatScroll({ chat, state, rows })
  const Area = isPart ? 'section' : 'main'
  const isEmpty = state.status === 'ready' && rows.length === 0
  return (
    <PictureCacheContext value={usePictureCache(owner)}>
      <div className="flex h-full flex-col bg-ground">
        {isGone ? (
          <Notice className="column mx-auto mt-2 shrink-0" icon="offline" live tone="warn">
            {t('support.offline')}
          </Notice>
        ) : null}
        <div className="relative min-h-0 grow">
          <Area
            aria-busy={state.status === 'loading'}
            aria-label={t('title.support')}
            className="h-full overflow-x-hidden overflow-y-auto overscroll-y-contain focus-visible:-outline-offset-2 [overflow-anchor:none]"
            onScroll={scroll.onScroll}
            ref={scroll.scroller}
            // A scrollable region must be reachable by keyboard.
            tabIndex={0}
          >
            {isPart ? null : <h1 className="sr-only">{t('title.support')}</h1>}
            {isEmpty ? <Welcome kind={owner.kind} /> : null}
            {rows.length > 0 ? (
              <MessageList
                onEdit={edit}
                onOlder={chat.loadOlder}
                outbox={support.outbox}
                rows={rows}
                state={state}
              />
            ) : null}
            {state.status === 'loading' && rows.length === 0 ? <ChatSkeleton /> : null}
            {state.status === 'failed' ? <Failed chat={chat} /> : null}
          </Area>
          <JumpButton count={scroll.newCount} isShown={!scroll.isAtEnd} onJump={scroll.jump} />
        </div>
        <Composer
          newest={messages.at(-1)?.number ?? 0}
          onSent={scroll.jump}
          onTyped={chat.typed}
          owner={owner}
          ref={composer}
          search={search}
          support={support}
        />
      </div>
    </PictureCacheContext>
  )
}

/** Moves an unsent message into the box below. */
function useEdit(outbox: Outbox) {
  const t = useDictionary('support')
  const { toasts } = useParts()
  const composer = useRef<ComposerHandle>(null)
  const edit = (item: OutboxItem) => {
    if (!composer.current?.takeBack(item))
      return void toasts.show({ text: t('support.edit.other_order'), tone: 'warn' })
    outbox.remove(item.key)
    if (item.images.length > 0) toasts.show({ text: t('support.edit.pictures'), tone: 'warn' })
  }
  return { composer, edit }
}

function Welcome({ kind }: { kind: SupportOwner['kind'] }) {
  const t = useDictionary('support')
  return <EmptyState icon="chat" text={t(`support.empty.${kind}`)} title={t('support.empty.title')} />
}

function Failed({ chat }: { chat: Chat }) {
  const t = useDictionary('support')
  const labels = useUiLabels()
  return (
    <EmptyState
      action={
        <Button icon="refresh" onClick={chat.retry} variant="secondary">
          {labels.retry}
        </Button>
      }
      icon="warning"
      title={t('support.failed')}
    />
  )
}

/** Pictures of one thread, dropped with the screen. */
function usePictureCache(owner: SupportOwner): PictureCache {
  const { caller } = useParts()
  const thread = threadOf(owner)
  const [held, setHeld] = useState<{ readonly thread: string | undefined; readonly cache: PictureCache }>()
  const current =
    held !== undefined && held.thread === thread
      ? held
      : {
          thread,
          cache: createPictureCache({
            read: (name) => readSupportPicture(caller, thread, name),
            addresses: URL,
          }),
        }
  if (current !== held) setHeld(current)
  const { cache } = current
  useEffect(() => cache.clear, [cache])
  return cache
}
