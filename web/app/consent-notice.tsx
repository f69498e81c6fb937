import { useState } from 'react'
import { useBackgroundRead } from '#web/app/use-background-read.ts'
import { readMissingConsents } from '#web/calls/content.ts'
import { useAccount, useTranslations } from '#web/parts/app-parts.tsx'
import { useLateOverlay } from '#web/parts/late-code.tsx'

const sheetCode = {
  dictionaries: ['content'],
  load: async () => (await import('#web/app/consent-sheet.tsx')).ConsentSheet,
} as const

/** Asks a real user to accept legal texts that have changed. Postponed until the next start or login. */
export function ConsentNotice({ isAllowedHere }: { isAllowedHere: boolean }) {
  const account = useAccount()
  const { language } = useTranslations()
  const token = account.kind === 'known' && account.user.is_demo === 0 ? account.token : undefined
  const { answer, setAnswer } = useBackgroundRead(
    token === undefined ? undefined : `${token} ${language}`,
    readMissingConsents,
  )
  const [postponedFor, setPostponedFor] = useState<string>()
  const missing = answer?.missing ?? []
  const isWanted = isAllowedHere && missing.length > 0 && token !== postponedFor
  const postpone = () => setPostponedFor(token)
  const Sheet = useLateOverlay(sheetCode, isWanted, postpone)
  if (Sheet === undefined) return null
  return <Sheet isOpen={isWanted} missing={missing} onAnswer={setAnswer} onPostpone={postpone} />
}
