import { type FormEvent, useEffect, useId, useState } from 'react'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import { useBook, useParts } from '#web/parts/app-parts.tsx'
import {
  type EntryField,
  type Faults,
  fieldOfRefusal,
  isFaultless,
  type Report,
} from '#web/parts/auth-forms/validation.ts'
import { useOneAtATime } from '#web/parts/use-single-flight.ts'

export type Errors = Readonly<Partial<Record<EntryField, string>>>

export type EntryForm<Values> = {
  /** Of the form element, for the button that stands outside of it. */
  readonly id: string
  readonly values: Values
  /** Takes what was typed, and takes back what was said about it. */
  readonly change: (field: EntryField, typed: Partial<Values>) => void
  readonly errors: Errors
  readonly summary: string | undefined
  readonly isBusy: boolean
  readonly submit: (event: FormEvent) => void
  /** Says what is wrong without sending anything, and leads to the first of it. */
  readonly complain: (report: Report) => void
  /** Says a refusal, once: beside its field, or in a toast when it is about none. What else can fail the caller says. */
  readonly fail: (failure: CallFailure) => void
}

type Shown = { readonly errors: Errors; readonly summary: string | undefined; readonly times: number }

export type EntryFormWishes<Values> = {
  readonly initial: () => Values
  readonly check: (values: Values) => Report
  /** What it rejects with is shown; nothing that was typed is lost. */
  readonly send: (values: Values, signal: AbortSignal) => Promise<void>
  /** Before it is said. */
  readonly onFailure?: ((failure: CallFailure) => void) | undefined
}

export function useEntryForm<Values>({
  initial,
  check,
  send,
  onFailure,
}: EntryFormWishes<Values>): EntryForm<Values> {
  const t = useBook('entry')
  const { toasts } = useParts()
  const id = useId()
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<Shown>({ errors: {}, summary: undefined, times: 0 })
  const { isBusy, run } = useOneAtATime()
  useFirstError(id, shown.times)

  const show = (errors: Errors, summary?: string) =>
    setShown(({ times }) => ({ errors, summary, times: times + 1 }))
  const complain = ({ faults, summary }: Report) =>
    show(inWords(faults, t), summary === undefined ? undefined : t(summary))
  const fail = (failure: CallFailure) => {
    if (failure.kind !== 'refused') return
    const field = fieldOfRefusal(failure)
    if (field !== undefined) show({ [field]: failure.msg })
    else if (failure.msg !== '') toasts.show({ text: failure.msg, tone: 'danger' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const report = check(values)
    if (!isFaultless(report)) return complain(report)
    setShown(({ times }) => ({ errors: {}, summary: undefined, times }))
    run(async (signal) => {
      try {
        await send(values, signal)
      } catch (failure) {
        if (!isCallFailure(failure)) throw failure
        onFailure?.(failure)
        fail(failure)
      }
    })
  }
  const change = (field: EntryField, typed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...typed }))
    setShown((before) => without(field, before))
  }
  return { id, values, change, ...shown, isBusy, submit, complain, fail }
}

function without(field: EntryField, shown: Shown): Shown {
  if (shown.errors[field] === undefined && shown.summary === undefined) return shown
  const { [field]: _, ...errors } = shown.errors
  return { ...shown, errors, summary: undefined }
}

function inWords(faults: Faults, t: ReturnType<typeof useBook<'entry'>>): Errors {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, key]) => (key === undefined ? [] : [[field, t(key)]])),
  )
}

/** Whoever is told that something is wrong stands in the first field that is. */
function useFirstError(id: string, times: number): void {
  useEffect(() => {
    if (times === 0) return
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [id, times])
}
