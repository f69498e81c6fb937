import { useEffect, useState } from 'react'
import { useOnPageVisible } from '#web/parts/page-visibility.ts'
import type { Chat } from '#web/support/chat.ts'
import type { Support } from '#web/support/support.ts'
import type { SupportOwner } from '#web/support/support-owner.ts'

/** The chat of this owner, followed while the screen is shown. A visitor's new thread is a new chat. */
export function useChat(support: Support, owner: SupportOwner): Chat {
  const [held, setHeld] = useState(() => ({ owner, chat: support.createChat(owner) }))
  const current = held.owner === owner ? held : { owner, chat: support.createChat(owner) }
  if (current !== held) setHeld(current)
  const { chat } = current
  useEffect(() => {
    const stop = chat.start()
    const unsubscribe = support.onSent(chat.add)
    return () => {
      unsubscribe()
      stop()
    }
  }, [support, chat])
  useOnPageVisible(chat.wake)
  return chat
}
