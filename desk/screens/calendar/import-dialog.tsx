import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { failureMessage } from '#browser/calls/caller.ts'
import type { DeskPreviewImportAnswer, DeskPreviewImportInput } from '#contract/desk/calendar.ts'
import { largestFileBytes } from '#core/calendar/import-limits.ts'
import { useParts, useTranslate } from '#desk/parts/desk-parts.tsx'
import { useMutation } from '#desk/parts/mutation.ts'
import { WideDialog } from '#desk/parts/wide-dialog.tsx'
import { ZoneField } from '#desk/screens/calendar/event-dialog.tsx'
import { ownZone } from '#desk/screens/calendar/event-form.ts'
import { ImportPreview } from '#desk/screens/calendar/import-preview.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'

type ImportDialogProps = { readonly onSettled: () => void; readonly onClose: () => void }

type Preview = { readonly file: DeskPreviewImportInput; readonly answer: DeskPreviewImportAnswer }
type FileText = { readonly text: string; readonly fault: 'file_too_large' | 'file_not_text' | undefined }

/** Reads a file, shows what it would change, and imports it after that. A change of any field needs a new preview. */
export function ImportDialog({ onSettled, onClose }: ImportDialogProps) {
  const t = useTranslate()
  const { calls } = useParts()
  const previewing = useMutation(calls.previewImport)
  const importing = useMutation(calls.importEvents)
  const first = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<FileText>()
  const [source, setSource] = useState('calendar')
  const [zone, setZone] = useState(ownZone)
  const [isTried, setIsTried] = useState(false)
  const [preview, setPreview] = useState<Preview>()
  const [isImport, setIsImport] = useState(false)
  const { failure } = isImport ? importing : previewing
  const formId = useId()
  useEffect(() => first.current?.focus(), [])
  const isSourceValid = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/.test(source)
  const canImport = preview !== undefined && isImportable(preview.answer)
  // Answers to an earlier choice or earlier settings are ignored.
  const choices = useRef(0)
  const edits = useRef(0)
  const noteEdit = () => {
    edits.current += 1
    setPreview(undefined)
  }
  const choose = async (file: File | undefined) => {
    choices.current += 1
    const choice = choices.current
    noteEdit()
    setChosen(undefined)
    if (file === undefined) return
    const text = await textOf(file)
    if (choice === choices.current) setChosen(text)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (chosen === undefined || chosen.fault !== undefined || !isSourceValid) return
    setIsImport(canImport)
    if (canImport) {
      const result = await importing.run({ ...preview.file, plan: preview.answer.plan })
      if (result.isDone) onSettled()
      else setPreview(undefined)
      return
    }
    const file = { text: chosen.text, source, zone }
    const edit = edits.current
    const result = await previewing.run(file)
    if (result.isDone && edit === edits.current) setPreview({ file, answer: result.answer })
  }
  const fileFault = chosen === undefined ? 'file_missing' : chosen.fault
  const showsFault = fileFault !== undefined && (isTried || chosen !== undefined)
  return (
    <WideDialog
      footer={
        <Button busy={previewing.isBusy || importing.isBusy} form={formId} full type="submit">
          {t(canImport ? 'calendar.import.confirm' : 'calendar.import.preview')}
        </Button>
      }
      onClose={onClose}
      title={t('calendar.import')}
    >
      <form
        className="grid grid-cols-1 gap-4"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <p className="text-dim">{t('calendar.import.text')}</p>
        <Field
          accept=".csv,.ics,text/csv,text/calendar"
          className="[&>input]:py-2.5"
          error={showsFault ? t(`calendar.problem.${fileFault}`) : undefined}
          hint={t('calendar.import.file_hint')}
          label={t('calendar.import.file')}
          onChange={({ target }) => void choose(target.files?.[0])}
          onClick={({ currentTarget }) => {
            // Chrome reports no change if the same file is chosen again, corrected meanwhile.
            currentTarget.value = ''
            void choose(undefined)
          }}
          ref={first}
          type="file"
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            dir="ltr"
            error={isTried && !isSourceValid ? t('calendar.import.source_fault') : undefined}
            hint={t('calendar.import.source_hint')}
            label={t('calendar.import.source')}
            maxLength={40}
            onChange={({ target }) => {
              setSource(target.value)
              noteEdit()
            }}
            value={source}
          />
          <ZoneField
            onChange={(next) => {
              setZone(next)
              noteEdit()
            }}
            zone={zone}
          />
        </div>
        {failure === undefined ? null : (
          <Notice icon="warning" live tone="danger">
            {failureMessage(failure, (code) => t('desk.transport', { code }))}
          </Notice>
        )}
        {preview === undefined ? null : <ImportPreview preview={preview.answer} />}
      </form>
    </WideDialog>
  )
}

function isImportable({ file_problems, faulty, added, changed }: DeskPreviewImportAnswer): boolean {
  return file_problems.length === 0 && faulty === 0 && added + changed > 0
}

async function textOf(file: File): Promise<FileText> {
  if (file.size > largestFileBytes) return { text: '', fault: 'file_too_large' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? { text: '', fault: 'file_not_text' } : { text, fault: undefined }
  } catch {
    // Not UTF-8, or no longer readable.
    return { text: '', fault: 'file_not_text' }
  }
}
