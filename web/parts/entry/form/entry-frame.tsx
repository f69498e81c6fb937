import type { FormEvent, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import type { PressTarget } from '#ui/pressable.tsx'
import { Screen } from '#ui/screen.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { ScreenName } from '#web/parts/screen-props.ts'

export type EntryFrameProps = {
  readonly name: ScreenName
  readonly back: PressTarget
  /** At the end of the title row. */
  readonly actions?: ReactNode
  readonly form: {
    readonly id: string
    readonly isBusy: boolean
    readonly summary: string | undefined
    readonly submit: (event: FormEvent) => void
  }
  readonly submitLabel: string
  /** Stays below the title: the tabs. */
  readonly top?: ReactNode
  /** Below the button: the way to another screen. */
  readonly aside?: ReactNode
  /** Below the fields, and no part of the form. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** A form with its one button at the thumb. */
export function EntryFrame(props: EntryFrameProps) {
  const { name, back, actions, form, submitLabel, top, aside, below, children } = props
  const t = useBook('entry')
  return (
    <Screen
      actions={actions}
      back={back}
      footer={
        <>
          <p className="text-13 text-danger not-empty:pb-3" role="alert">
            {form.summary}
          </p>
          <Button busy={form.isBusy} form={form.id} full size="large" type="submit">
            {submitLabel}
          </Button>
          {aside}
        </>
      }
      title={t(`title.${name}`)}
      top={top}
    >
      <form
        className="grid grid-cols-1 gap-5 px-4 py-5"
        id={form.id}
        // Our own words stand beside the fields, in the language of the app.
        noValidate
        onSubmit={form.submit}
      >
        {children}
      </form>
      {below}
    </Screen>
  )
}
