import { useRef } from 'react'
import { CodeField } from '#ui/code-field.tsx'
import type { CallFailure } from '#web/calls/call-failure.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import { plainDigits } from '#web/parts/entry/account/plain-digits.ts'
import type { Contact } from '#web/parts/entry/account/typed-account.ts'
import { codeLength } from '#web/parts/entry/code/code-fault.ts'
import type { Purpose } from '#web/parts/entry/code/recipient.ts'
import { useCodeSending } from '#web/parts/entry/code/use-code-sending.ts'
import { waitLabel } from '#web/parts/entry/code/wait-label.ts'
import { codeCountdownSeconds } from '#web/stores/code-countdown.ts'

export type SentCodeFieldProps = {
  readonly purpose: Purpose
  /** Undefined while the form names nobody a code could be sent to. */
  readonly contact: Contact | undefined
  /** Pressed while there is nobody: the form says what is missing. */
  readonly onNobody: () => void
  readonly onFailure: (failure: CallFailure) => void
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
  /** Before one was sent, and once it was. */
  readonly hint?: string | undefined
  readonly sentHint: string | undefined
}

/** A code and the button that sends it, which counts down until the next one may be asked for. */
export function SentCodeField(props: SentCodeFieldProps) {
  const { purpose, contact, onNobody, onFailure, value, onChange, error, hint, sentHint } = props
  const t = useBook('entry')
  const input = useRef<HTMLInputElement>(null)
  const onSent = () => input.current?.focus()
  const { secondsLeft, isBusy, isSent, send } = useCodeSending({ purpose, contact, onSent, onFailure })
  const isWaiting = secondsLeft > 0
  const first = t('entry.code.send')
  const again = t('entry.code.again')
  return (
    <CodeField
      error={error}
      hint={isSent ? sentHint : hint}
      label={t('entry.code')}
      name="code"
      onChange={(typed) => onChange(plainDigits(typed).slice(0, codeLength))}
      ref={input}
      send={{
        label: isWaiting ? waitLabel(secondsLeft, t) : isSent ? again : first,
        labels: [first, again, waitLabel(codeCountdownSeconds, t)],
        name: isWaiting ? t('entry.code.wait', { seconds: secondsLeft }) : undefined,
        isWaiting,
        isBusy,
        onSend: () => (contact === undefined ? onNobody() : send(contact)),
        status: isSent && !isWaiting ? t('entry.code.now') : '',
      }}
      value={value}
    />
  )
}
