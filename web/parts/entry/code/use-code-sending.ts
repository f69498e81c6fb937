import { useState, useSyncExternalStore } from 'react'
import { type CallFailure, isCallFailure } from '#web/calls/call-failure.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import type { Contact } from '#web/parts/entry/account/typed-account.ts'
import { type Purpose, recipientName, sendCode } from '#web/parts/entry/code/recipient.ts'
import { useOneAtATime } from '#web/parts/entry/form/use-one-at-a-time.ts'
import { browserTimers } from '#web/platform/timers.ts'
import { codeCountdownName, codeCountdownSeconds, createCodeCountdown } from '#web/stores/code-countdown.ts'
import { storedText } from '#web/stores/stored-text.ts'
import { tabStorage } from '#web/stores/tab-storage.ts'

export type CodeSending = {
  /** 0 when a code may be asked for. */
  readonly secondsLeft: number
  readonly isBusy: boolean
  /** Whether one was sent to this recipient since the screen was opened. */
  readonly isSent: boolean
  readonly send: (to: Contact) => void
}

export type CodeSendingWishes = {
  readonly purpose: Purpose
  /** Whoever the form names at the moment. */
  readonly contact: Contact | undefined
  readonly onSent: () => void
  readonly onFailure: (failure: CallFailure) => void
}

export function useCodeSending({ purpose, contact, onSent, onFailure }: CodeSendingWishes): CodeSending {
  const { caller, now } = useParts()
  const [countdown] = useState(() =>
    createCodeCountdown({ stored: storedText(tabStorage(), codeCountdownName), now, timers: browserTimers }),
  )
  const [sentTo, setSentTo] = useState<string>()
  const { isBusy, run } = useOneAtATime()
  const name = contact === undefined ? '' : recipientName(purpose, contact)
  const secondsLeft = useSyncExternalStore(countdown.subscribe, () => countdown.secondsLeft(name))

  const send = (to: Contact) =>
    run(async (signal) => {
      const recipient = recipientName(purpose, to)
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
