import { useEffect, useState } from 'react'
import { type SupportPush, supportTopic } from '#contract/live.ts'
import { useParts, useToken } from '#web/parts/app-parts.tsx'

/** How many answers of support the user has not read. Follows the thread while the component is shown. */
export function useSupportUnread(): number {
  const { live } = useParts()
  const token = useToken()
  const [known, setKnown] = useState({ token, unread: 0 })
  useEffect(
    () =>
      live.subscribe<SupportPush>(supportTopic, ({ data }) => {
        if ('thread' in data) setKnown({ token, unread: data.thread.unread })
      }),
    [live, token],
  )
  return known.token === token ? known.unread : 0
}
