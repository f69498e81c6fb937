import { type KeyboardEvent, useState } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import { isolateLtr } from '#web/parts/bidi.ts'
import { OrderPicker } from '#web/screens/support/order-picker.tsx'
import { PictureTrayList } from '#web/screens/support/picture-tray-list.tsx'
import { type ComposerProps, useComposer } from '#web/screens/support/use-composer.ts'

/** The text box with what is attached above it. */
export function Composer(props: ComposerProps) {
  const t = useDictionary('support')
  const composer = useComposer(props)
  const { text, order, tooMany, refusal } = composer
  const isUser = props.owner.kind === 'user'
  return (
    <footer className="shrink-0 border-t border-line bg-ground pb-safe">
      <form
        aria-label={t('support.text')}
        className="column grid grid-cols-1 gap-2 px-2 py-2"
        onSubmit={(event) => {
          event.preventDefault()
          composer.send()
        }}
      >
        {order === undefined ? null : <OrderChip id={order} onRemove={() => composer.setOrder(undefined)} />}
        <PictureTrayList pictures={composer.pictures} tray={composer.tray} />
        <div className="px-2 text-12 text-danger empty:hidden" id="support-problem" role="alert">
          {tooMany > 0 ? <p>{t('support.text.too_long', { count: tooMany })}</p> : null}
          {refusal === undefined ? null : <p>{t(`support.pictures.${refusal}`)}</p>}
        </div>
        <div className="flex items-end">
          <PictureButton onPick={composer.addPictures} />
          {isUser ? <OrderButton onPick={composer.setOrder} /> : null}
          <textarea
            aria-describedby="support-problem"
            aria-invalid={tooMany > 0 || undefined}
            aria-label={t('support.text')}
            className="mx-1 field-sizing-content max-h-40 min-h-11 min-w-0 grow resize-none rounded-16 border border-edge bg-surface px-3.5 py-2.5 focus-visible:outline-offset-0 text-[max(1rem,1.0625rem)] leading-5.5"
            dir="auto"
            enterKeyHint="enter"
            name="text"
            onChange={(event) => composer.type(event.target.value)}
            onKeyDown={(event) => sendByKey(event, composer.send)}
            placeholder={t('support.text.hint')}
            rows={1}
            value={text}
          />
          <SendButton isReady={composer.canSend} />
        </div>
      </form>
    </footer>
  )
}

/** With a keyboard, Enter sends. On a phone it begins a new line, as its keyboard has no other key for that. */
function sendByKey(event: KeyboardEvent, send: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  if (!window.matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  send()
}

function SendButton({ isReady }: { isReady: boolean }) {
  const t = useDictionary('support')
  return (
    <button
      aria-disabled={!isReady || undefined}
      aria-label={t('support.send')}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-full transition-[background-color,opacity]',
        isReady ? 'bg-accent text-accent-ink active:opacity-70' : 'text-dim',
      )}
      type="submit"
    >
      <Icon name="arrow-up" size={22} />
    </button>
  )
}

const accepted = 'image/jpeg,image/png,image/webp'

/** A file input that looks like an icon button. */
function PictureButton({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const t = useDictionary('support')
  return (
    <label className="relative grid size-11 shrink-0 cursor-pointer place-items-center rounded-8 text-dim hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Icon name="picture" size={22} />
      <span className="sr-only">{t('support.attach.picture')}</span>
      <input
        accept={accepted}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        multiple
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          // The same file may be picked again.
          event.target.value = ''
        }}
        type="file"
      />
    </label>
  )
}

function OrderButton({ onPick }: { onPick: (id: number) => void }) {
  const t = useDictionary('support')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        className="text-dim"
        icon="order"
        label={t('support.attach.order')}
        onSelect={() => setIsOpen(true)}
      />
      <OrderPicker
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onPick={(id) => {
          onPick(id)
          setIsOpen(false)
        }}
      />
    </>
  )
}

function OrderChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const t = useDictionary('support')
  return (
    <div className="flex min-h-11 items-center gap-2 rounded-8 border border-line bg-surface ps-3 text-13">
      <Icon className="text-dim" name="order" size={18} />
      <span className="min-w-0 grow">{t('support.order.about', { id: isolateLtr(`#${id}`) })}</span>
      <IconButton icon="close" label={t('support.order.remove')} onSelect={onRemove} size={18} />
    </div>
  )
}
