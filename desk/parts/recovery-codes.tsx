import { useState } from 'react'
import { Checkbox } from '#desk/parts/checkbox.tsx'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'

type RecoveryCodesProps = {
  readonly codes: readonly string[]
  readonly email: string
  /** Label of the button that continues. */
  readonly doneLabel: string
  readonly onDone: () => void
}

/**
 * Recovery codes, which are shown only once. The button stays disabled until the operator confirms that the codes are
 * stored.
 */
export function RecoveryCodes({ codes, email, doneLabel, onDone }: RecoveryCodesProps) {
  const t = useTranslate()
  const { toasts } = useParts()
  const [isStored, setIsStored] = useState(false)
  const head = t('codes.file_head', { email })
  const text = [head, '', ...codes, ''].join('\n')
  return (
    <div className="grid gap-4">
      <p className="text-13 text-dim">{t('codes.text')}</p>
      <div data-print>
        <p className="hidden print:mb-4 print:block">{head}</p>
        <ol
          aria-label={t('codes.list')}
          className="grid grid-cols-[repeat(auto-fit,minmax(9.75rem,1fr))] gap-x-2 gap-y-1 rounded-8 border border-line bg-ground p-3 text-center font-mono text-13 whitespace-nowrap ltr-isolate"
        >
          {codes.map((code) => (
            <li key={code} translate="no">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="-mx-2 flex flex-wrap items-center gap-1">
        <CopyButton
          label={t('codes.copy')}
          onFailed={() => toasts.show({ text: t('codes.copy_failed'), tone: 'danger' })}
          text={text}
          showLabel
        />
        <Button onClick={() => window.print()} size="small" variant="quiet">
          {t('codes.print')}
        </Button>
        <Button
          onClick={() => downloadText('openlot-desk-recovery-codes.txt', text)}
          size="small"
          variant="quiet"
        >
          {t('codes.download')}
        </Button>
      </div>
      <Checkbox checked={isStored} label={t('codes.stored')} onChange={setIsStored} />
      <Button disabled={!isStored} full onClick={onDone}>
        {doneLabel}
      </Button>
    </div>
  )
}

function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
