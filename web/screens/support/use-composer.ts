import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { callFailure } from '#browser/calls/call-failure.ts'
import { supportLimits, textLength } from '#core/support/support.ts'
import { useLatest } from '#ui/use-latest.ts'
import { uploadSupportPicture } from '#web/calls/support.ts'
import type { ImageUpload } from '#web/calls/upload-image.ts'
import { useDictionary, useParts, useStore } from '#web/parts/app-parts.tsx'
import { tellOrderUsed } from '#web/screens/support/order-used.ts'
import { createPictureTray, waitReason } from '#web/screens/support/picture-tray.ts'
import { usePictures } from '#web/screens/support/picture-view.tsx'
import { takenBack } from '#web/screens/support/taken-back.ts'
import type { OutboxItem } from '#web/support/outbox-storage.ts'
import type { Support } from '#web/support/support.ts'
import { orderOf } from '#web/support/support-order.ts'
import type { SupportOwner } from '#web/support/support-owner.ts'

export type ComposerHandle = {
  /** Adds an unsent message to what is being written. False if there is no place for its order. */
  readonly takeBack: (item: OutboxItem) => boolean
}

export type ComposerProps = {
  readonly ref: Ref<ComposerHandle>
  readonly support: Support
  readonly owner: SupportOwner
  readonly search: string
  /** Number of the newest message. */
  readonly newest: number
  /** A message was sent. */
  readonly onSent: () => void
  /** The text has changed. */
  readonly onTyped: () => void
}

/** The message that is being written. The text survives a reload. */
export function useComposer(props: ComposerProps) {
  const { ref, support, owner, search, newest, onSent, onTyped } = props
  const t = useDictionary('support')
  const { toasts } = useParts()
  const [draft] = useState(() => support.draft(owner))
  const [text, setText] = useState(() => draft.read() ?? '')
  const { order, setOrder } = useAttachedOrder(owner, search)
  const tray = usePictureTray(support)
  const pictures = useStore(tray)
  const tooMany = textLength(text.trim()) - supportLimits.text
  const waitsFor = waitReason(pictures)
  const [isRefused, setIsRefused] = useState(false)
  if (isRefused && waitsFor === undefined) setIsRefused(false)
  const isEmpty = text.trim() === '' && pictures.length === 0 && order === undefined

  const type = (next: string) => {
    setText(next)
    draft.write(next === '' ? undefined : next)
    if (next.trim() !== '') onTyped()
  }
  const takeBack = (item: OutboxItem) => {
    const both = takenBack({ text, orderId: order }, item)
    if (both === undefined) return false
    type(both.text)
    if (both.orderId !== order) setOrder(both.orderId)
    return true
  }
  useImperativeHandle(ref, () => ({ takeBack }))
  const send = () => {
    if (waitsFor !== undefined) return setIsRefused(true)
    if (isEmpty || tooMany > 0) return
    // Taken only when there is room, so that nothing is lost.
    const images = tray.ready()
    if (!support.outbox.send({ text: text.trim(), images, orderId: order, after: newest }))
      return void toasts.show({ text: t('support.outbox_full'), tone: 'danger' })
    tray.clear()
    type('')
    setOrder(undefined)
    onSent()
  }
  const addPictures = (files: readonly File[]) => {
    if (!tray.add(files))
      toasts.show({ text: t('support.attach.full', { limit: supportLimits.pictures }), tone: 'warn' })
  }
  return {
    ...{ text, type, order, setOrder, tray, pictures, addPictures, send },
    /** While pictures are not ready, a tap says why. */
    ...{ tooMany, canSend: !isEmpty && tooMany <= 0 },
    /** Why the tap on "Send" did nothing. */
    refusal: isRefused ? waitsFor : undefined,
  }
}

/** From the address at first. Visitors have no orders. */
function useAttachedOrder(owner: SupportOwner, search: string) {
  const named = owner.kind === 'user' ? orderOf(search) : undefined
  const [held, setHeld] = useState({ named, order: named })
  // Another address names another order.
  if (held.named !== named) setHeld({ named, order: named })
  const setOrder = (order: number | undefined) => {
    setHeld({ named: undefined, order })
    if (named === undefined) return
    navigate(location.pathname, { replace: true })
    tellOrderUsed()
  }
  return { order: held.order, setOrder }
}

/** Unmounting cancels the uploads. A visitor's first picture opens the thread. */
function usePictureTray(support: Support) {
  const { caller } = useParts()
  // A visitor's first picture opens a thread, which has other pictures.
  const cache = useLatest(usePictures())
  const [tray] = useState(() => createPictureTray({ upload: (upload) => uploadTo(upload), addresses: URL }))
  async function uploadTo(upload: ImageUpload) {
    const opened = await support.openThread()
    if (opened.kind === 'refused')
      throw callFailure({
        ...{ kind: 'refused', code: 0, msg: opened.problem, reason: undefined, field: undefined },
        ...{ figures: {}, data: null },
      })
    if (opened.kind !== 'open')
      throw callFailure({ kind: 'transport', code: 'ERR_NETWORK', status: undefined })
    const picture = await uploadSupportPicture(caller.call, opened.thread, upload)
    cache.current.keep(picture.name, upload.file)
    return picture
  }
  useEffect(() => tray.clear, [tray])
  return tray
}
