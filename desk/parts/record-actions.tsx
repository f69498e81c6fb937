import type { ReactNode } from 'react'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { KeyCap } from '#desk/parts/keyboard-shortcuts.tsx'
import { Button } from '#ui/button.tsx'

/** Actions of a record, sticky at the bottom of the screen. The key N opens the next record. */
export function RecordActions({ onNext, children }: { onNext: () => void; children: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-6 py-3">
      <Button aria-keyshortcuts="N" className="me-auto" onClick={onNext} variant="quiet">
        {t('check.next')} <KeyCap>N</KeyCap>
      </Button>
      {children}
    </div>
  )
}
