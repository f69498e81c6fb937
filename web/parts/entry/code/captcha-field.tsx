import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useBook } from '#web/parts/app-parts.tsx'
import type { CaptchaState } from '#web/parts/entry/code/captcha.ts'

export type CaptchaFieldProps = {
  readonly state: CaptchaState
  readonly onDraw: () => void
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
}

const longestAnswer = 16

/** What a picture shows, and the picture, which a press replaces. As tall as the code it stands for. */
export function CaptchaField({ state, onDraw, value, onChange, error }: CaptchaFieldProps) {
  const t = useBook('entry')
  return (
    <Field
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      dir="ltr"
      error={error}
      label={t('entry.captcha')}
      maxLength={longestAnswer}
      name="captcha"
      onChange={(event) => onChange(event.target.value)}
      spellCheck={false}
      suffix={
        <button
          aria-label={t(state.kind === 'failed' ? 'entry.captcha.failed' : 'entry.captcha.picture')}
          className="-me-1 grid h-12 w-32 place-items-center border-s border-line transition-opacity active:opacity-70 focus-visible:-outline-offset-2"
          onClick={onDraw}
          type="button"
        >
          <Picture state={state} />
        </button>
      }
      value={value}
    />
  )
}

function Picture({ state }: Pick<CaptchaFieldProps, 'state'>) {
  switch (state.kind) {
    case 'ready':
      return <img alt="" className="size-full object-cover" src={state.picture} />
    case 'failed':
      return <Icon name="refresh" size={20} />
    default:
      return <Spinner />
  }
}
