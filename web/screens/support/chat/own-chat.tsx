import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { browserStorage } from '#browser/storage/stored-text.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import { useLateCode } from '#web/parts/late-code.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { ChatFrame } from '#web/screens/support/chat/chat-frame.tsx'
import { isStorageShared } from '#web/screens/support/chat/shared-storage.ts'
import { ChatSkeleton } from '#web/screens/support/chat-skeleton.tsx'
import { orderOf, withOrder } from '#web/support/support-order.ts'
import { chatPath, supportPath } from '#web/support/support-paths.ts'

type OwnChatProps = { readonly search: string }

/** Our own chat, in a frame if that can be the chat of the same user. */
export function OwnChat({ search }: OwnChatProps) {
  const { session, supportThread } = useParts()
  const [isShared] = useState(() =>
    isStorageShared(browserStorage(), { token: session.getSnapshot(), thread: supportThread.getSnapshot() }),
  )
  const order = useFramedOrder(orderOf(search))
  const direct = <DirectChat search={search} />
  if (!isShared) return direct
  return (
    <ChatFrame
      address={withOrder(supportPath, order)}
      isForeign={false}
      onOrderUsed={() => navigate(chatPath, { replace: true })}
      otherwise={direct}
    />
  )
}

/** Stays when the address loses its order, because another address would load the frame again. */
function useFramedOrder(named: number | undefined): number | undefined {
  const [held, setHeld] = useState({ named, order: named })
  if (held.named !== named) setHeld({ named, order: named ?? held.order })
  return held.order
}

const chatCode = {
  dictionaries: ['support', 'trading'],
  load: async () => (await import('#web/screens/support/support-screen.tsx')).SupportScreen,
} as const

/** The chat as a part of this page. */
function DirectChat({ search }: OwnChatProps) {
  const t = useDictionary('support')
  const { part: Chat, hasFailed, retry } = useLateCode(chatCode)
  if (hasFailed) return <LoadFailed onRetry={async () => retry()} title={t('support.settings_failed')} />
  return (
    <div className="absolute inset-0">
      {Chat === undefined ? <ChatSkeleton /> : <Chat isPart name="support" search={search} tabBar={false} />}
    </div>
  )
}
