import { useEffect, useState } from 'react'
import { type SupportPush, supportTopic } from '#contract/live.ts'
import { useParts, useStore, useToken } from '#web/parts/app-parts.tsx'

/**
 * How many answers of support the user, or the visitor with a thread, has not read. Follows the thread while the component
 * is shown. 0 if support is elsewhere.
 */
export function useSupportUnread(isOwnChat: boolean): number {
  const { live, supportThread } = useParts()
  const thread = useStore(supportThread)
  const owner = useToken() ?? thread
  const [known, setKnown] = useState({ owner, unread: 0 })
  useEffect(() => {
    if (owner === undefined || !isOwnChat) return
    return live.subscribe<SupportPush>(supportTopic, ({ data }) => {
      if ('thread' in data) setKnown({ owner, unread: data.thread.unread })
    })
  }, [live, owner, isOwnChat])
  return known.owner === owner && isOwnChat ? known.unread : 0
}
