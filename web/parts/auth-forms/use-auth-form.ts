import { type FormEvent, useEffect, useId, useState } from 'react'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import {
  type AuthField,
  type FieldFaults,
  fieldOfRefusal,
  isValid,
  type ValidationReport,
} from '#web/parts/auth-forms/validation.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'

export type FieldErrors = Readonly<Partial<Record<AuthField, string>>>

export type AuthForm<Values> = {
  /** Of the form element, for the button that stands outside of it. */
  readonly id: string
  readonly values: Values
  /** Takes what was typed, and takes back what was said about it. */
  readonly change: (field: AuthField, typed: Partial<Values>) => void
  readonly errors: FieldErrors
  readonly summary: string | undefined
  readonly isBusy: boolean
  readonly submit: (event: FormEvent) => void
  /** Says what is wrong without sending anything, and leads to the first of it. */
  readonly showReport: (report: ValidationReport) => void
  /** Says a refusal, once: beside its field, or in a toast when it is about none. What else can fail the caller says. */
  readonly showRefusal: (failure: CallFailure) => void
}

type Shown = { readonly errors: FieldErrors; readonly summary: string | undefined; readonly times: number }

export type AuthFormOptions<Values> = {
  readonly initial: () => Values
  readonly check: (values: Values) => ValidationReport
  /** What it rejects with is shown; nothing that was typed is lost. */
  readonly send: (values: Values, signal: AbortSignal) => Promise<void>
  /** Before it is said. */
  readonly onFailure?: ((failure: CallFailure) => void) | undefined
}

export function useAuthForm<Values>({
  initial,
  check,
  send,
  onFailure,
}: AuthFormOptions<Values>): AuthForm<Values> {
  const t = useDictionary('entry')
  const { toasts } = useParts()
  const id = useId()
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<Shown>({ errors: {}, summary: undefined, times: 0 })
  const { isBusy, run } = useSingleFlight()
  useFocusOnFirstError(id, shown.times)

  const show = (errors: FieldErrors, summary?: string) =>
    setShown(({ times }) => ({ errors, summary, times: times + 1 }))
  const complain = ({ faults, summary }: ValidationReport) =>
    show(translateFaults(faults, t), summary === undefined ? undefined : t(summary))
  const fail = (failure: CallFailure) => {
    if (failure.kind !== 'refused') return
    const field = fieldOfRefusal(failure)
    if (field !== undefined) show({ [field]: failure.msg })
    else if (failure.msg !== '') toasts.show({ text: failure.msg, tone: 'danger' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const report = check(values)
    if (!isValid(report)) return complain(report)
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
  const change = (field: AuthField, typed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...typed }))
    setShown((before) => without(field, before))
  }
  return { id, values, change, ...shown, isBusy, submit, showReport: complain, showRefusal: fail }
}

function without(field: AuthField, shown: Shown): Shown {
  if (shown.errors[field] === undefined && shown.summary === undefined) return shown
  const { [field]: _, ...errors } = shown.errors
  return { ...shown, errors, summary: undefined }
}

function translateFaults(faults: FieldFaults, t: ReturnType<typeof useDictionary<'entry'>>): FieldErrors {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, key]) => (key === undefined ? [] : [[field, t(key)]])),
  )
}

/** Whoever is told that something is wrong stands in the first field that is. */
function useFocusOnFirstError(id: string, times: number): void {
  useEffect(() => {
    if (times === 0) return
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [id, times])
}
