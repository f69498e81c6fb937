import { useRef, useState, useSyncExternalStore } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { browserTimers } from '#browser/platform/timers.ts'
import { storedText, tabStorage } from '#browser/storage/stored-text.ts'
import type { Translate } from '#i18n/translator.ts'
import type { EntryKey } from '#i18n/web/entry/en.ts'
import { CodeField } from '#ui/code-field.tsx'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDictionary, useParts } from '#web/parts/app-parts.tsx'
import type { CaptchaState } from '#web/parts/auth-forms/captcha.ts'
import { type CodePurpose, countdownKey, sendCode } from '#web/parts/auth-forms/send-code.ts'
import { asciiDigits, type Contact } from '#web/parts/auth-forms/typed-account.ts'
import { codeLength } from '#web/parts/auth-forms/validation.ts'
import { useSingleFlight } from '#web/parts/use-single-flight.ts'
import {
  codeCountdownSeconds,
  codeCountdownStorageKey,
  createCodeCountdown,
} from '#web/stores/code-countdown.ts'

type SentCodeFieldProps = {
  readonly purpose: CodePurpose
  /** The recipient. Undefined while the account field is empty or malformed. */
  readonly contact: Contact | undefined
  /** Called when the send button is pressed without a recipient. */
  readonly onNoContact: () => void
  readonly onFailure: (failure: CallFailure) => void
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | undefined
  /** Shown until a code has been sent. */
  readonly hint?: string | undefined
  /** Shown after a code has been sent. */
  readonly sentHint: string | undefined
}

/** Code input with a send button that counts down until the next code may be requested. */
export function SentCodeField(props: SentCodeFieldProps) {
  const { purpose, contact, onNoContact, onFailure, value, onChange, error, hint, sentHint } = props
  const t = useDictionary('entry')
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
      onChange={(typed) => onChange(asciiDigits(typed).slice(0, codeLength))}
      ref={input}
      send={{
        label: isWaiting ? waitLabel(secondsLeft, t) : isSent ? again : first,
        labels: [first, again, waitLabel(codeCountdownSeconds, t)],
        name: isWaiting ? t('entry.code.wait', { seconds: secondsLeft }) : undefined,
        isWaiting,
        isBusy,
        onSend: () => (contact === undefined ? onNoContact() : send(contact)),
        status: isSent && !isWaiting ? t('entry.code.now') : '',
      }}
      value={value}
    />
  )
}

type CodeSending = {
  /** 0 if a code may be requested. */
  readonly secondsLeft: number
  readonly isBusy: boolean
  /** True if a code was sent to this recipient since the screen opened. */
  readonly isSent: boolean
  readonly send: (to: Contact) => void
}

type CodeSendingOptions = {
  readonly purpose: CodePurpose
  /** The recipient currently in the form. */
  readonly contact: Contact | undefined
  readonly onSent: () => void
  readonly onFailure: (failure: CallFailure) => void
}

function useCodeSending({ purpose, contact, onSent, onFailure }: CodeSendingOptions): CodeSending {
  const { caller, now } = useParts()
  const [countdown] = useState(() =>
    createCodeCountdown({
      stored: storedText(tabStorage(), codeCountdownStorageKey),
      now,
      timers: browserTimers,
    }),
  )
  const [sentTo, setSentTo] = useState<string>()
  const { isBusy, run } = useSingleFlight()
  const name = contact === undefined ? '' : countdownKey(purpose, contact)
  const secondsLeft = useSyncExternalStore(countdown.subscribe, () => countdown.secondsLeft(name))

  const send = (to: Contact) =>
    run(async (signal) => {
      const recipient = countdownKey(purpose, to)
      try {
        await sendCode(caller.call, purpose, to, signal)
        countdown.begin(recipient, codeCountdownSeconds)
        setSentTo(recipient)
        onSent()
      } catch (failure) {
        if (!isCallFailure(failure)) throw failure
        if (failure.kind === 'tooMany') countdown.begin(recipient, failure.retryAfterSeconds)
        onFailure(failure)
      }
    })
  return { secondsLeft, isBusy, isSent: name !== '' && name === sentTo, send: (to) => void send(to) }
}

/** Longer waits are shown in minutes, so that the text fits the button. */
const maxSecondsShown = 99

function waitLabel(seconds: number, t: Translate<EntryKey>): string {
  return seconds > maxSecondsShown
    ? t('entry.code.minutes', { minutes: Math.ceil(seconds / 60) })
    : t('entry.code.seconds', { seconds })
}

type CaptchaFieldProps = {
  readonly state: CaptchaState
  readonly onDraw: () => void
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
}

const longestAnswer = 16

/** Input with the captcha picture. A press on the picture loads another one. As tall as SentCodeField. */
export function CaptchaField({ state, onDraw, value, onChange, error }: CaptchaFieldProps) {
  const t = useDictionary('entry')
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
