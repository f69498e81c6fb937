import { useState } from 'react'
import { Sheet } from '#ui/sheet.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { LegalVersion } from '#web/parts/legal/legal-kinds.ts'
import { LegalText } from '#web/parts/legal/legal-text.tsx'

type LegalSheetProps = {
  /** Undefined while the sheet is closed. */
  readonly version: LegalVersion | undefined
  readonly onClose: () => void
}

/** A version of a legal text above a form. */
export function LegalSheet({ version, onClose }: LegalSheetProps) {
  const t = useDictionary('content')
  // Shown until the sheet has slid away.
  const [last, setLast] = useState(version)
  if (version !== undefined && isOther(version, last)) setLast(version)
  if (last === undefined) return null
  const [kind, edition] = last
  return (
    <Sheet
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      open={version !== undefined}
      swipe="title"
      title={t(`title.legal_${kind}`)}
    >
      <LegalText edition={edition} hasNewTabs kind={kind} />
    </Sheet>
  )
}

function isOther(version: LegalVersion, last: LegalVersion | undefined): boolean {
  return version[0] !== last?.[0] || version[1] !== last[1]
}
