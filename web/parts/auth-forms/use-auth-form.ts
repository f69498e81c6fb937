import { type FormEvent, useEffect, useId, useState } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
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
  /** Id of the form element, for the submit button, which is outside the form. */
  readonly id: string
  readonly values: Values
  /** Updates the values and clears the error of the field. */
  readonly change: (field: AuthField, typed: Partial<Values>) => void
  /** Like `change`, for another tab: clears all errors, which are about the fields of the former tab. */
  readonly switchTab: (typed: Partial<Values>) => void
  readonly errors: FieldErrors
  readonly summary: string | undefined
  readonly isBusy: boolean
  readonly submit: (event: FormEvent) => void
  /** Shows faults without sending the form, and focuses the first faulty field. */
  readonly showReport: (report: ValidationReport) => void
  /** Shows a refusal beside its field, or in a toast if it has none. `caller` shows all other failures. */
  readonly showRefusal: (failure: CallFailure) => void
}

type Shown = { readonly errors: FieldErrors; readonly summary: string | undefined; readonly revision: number }

export type AuthFormOptions<Values> = {
  readonly initial: () => Values
  readonly check: (values: Values) => ValidationReport
  /** If it rejects, the failure is shown and the typed values stay. */
  readonly send: (values: Values, signal: AbortSignal) => Promise<void>
  /** Called before the failure is shown. */
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
  const [shown, setShown] = useState<Shown>({ errors: {}, summary: undefined, revision: 0 })
  const { isBusy, run } = useSingleFlight()
  useFocusOnFirstError(id, shown.revision)

  const show = (errors: FieldErrors, summary?: string) =>
    setShown(({ revision }) => ({ errors, summary, revision: revision + 1 }))
  const showReport = ({ faults, summary }: ValidationReport) =>
    show(translateFaults(faults, t), summary === undefined ? undefined : t(summary))
  const showRefusal = (failure: CallFailure) => {
    if (failure.kind !== 'refused') return
    const field = fieldOfRefusal(failure)
    if (field !== undefined) show({ [field]: failure.msg })
    else if (failure.msg !== '') toasts.show({ text: failure.msg, tone: 'danger' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const report = check(values)
    if (!isValid(report)) return showReport(report)
    setShown(({ revision }) => ({ errors: {}, summary: undefined, revision }))
    run(async (signal) => {
      try {
        await send(values, signal)
      } catch (failure) {
        if (!isCallFailure(failure)) throw failure
        onFailure?.(failure)
        showRefusal(failure)
      }
    })
  }
  const change = (field: AuthField, typed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...typed }))
    setShown((before) => without(field, before))
  }
  const switchTab = (typed: Partial<Values>) => {
    setValues((before) => ({ ...before, ...typed }))
    setShown(({ revision }) => ({ errors: {}, summary: undefined, revision }))
  }
  return { id, values, change, switchTab, ...shown, isBusy, submit, showReport, showRefusal }
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

/** Moves the focus to the first invalid field whenever errors are shown. */
function useFocusOnFirstError(id: string, revision: number): void {
  useEffect(() => {
    if (revision === 0) return
    document.getElementById(id)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [id, revision])
}
