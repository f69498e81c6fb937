import { type ChangeEvent, type ReactNode, useId } from 'react'
import { classes } from '#ui/classes.ts'
import { Figure } from '#ui/figure.tsx'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-paths.ts'
import { Progress } from '#ui/progress.tsx'

export type PickedImage =
  | { readonly kind: 'empty' }
  /** `done` is the progress from 0 to 1. */
  | { readonly kind: 'uploading'; readonly preview: string; readonly done: number }
  | { readonly kind: 'ready'; readonly preview: string }

export interface ImagePickerLabels {
  readonly choose: string
  readonly replace: string
  readonly uploading: string
  readonly cancel: string
  readonly uploaded: string
  readonly remove: string
}

export interface ImagePickerProps {
  readonly label: string
  readonly image: PickedImage
  /** Accepted file types, in the syntax of the input's `accept`. */
  readonly accept: string
  readonly labels: ImagePickerLabels
  readonly error?: string | undefined
  /** Shown below the slot if there is no error. */
  readonly note?: string | undefined
  readonly onPick: (file: File) => void
  readonly onCancel: () => void
  readonly onRemove: () => void
  /** Called if the browser cannot decode the file as an image. */
  readonly onBroken: () => void
}

/**
 * Upload slot for one image. The native file input covers the whole slot, so that a phone offers camera and album, a
 * desktop accepts dropped files, and the focus is never lost.
 */
export function ImagePicker(props: ImagePickerProps) {
  const { label, image, accept, labels, error, note, onPick } = props
  const id = useId()
  const isEmpty = image.kind === 'empty'
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The input is cleared, so that the same file can be chosen again after it was removed.
    target.value = ''
    if (file !== undefined) onPick(file)
  }
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      <span className="text-13 text-dim" id={`${id}-label`}>
        {label}
      </span>
      <div
        className={classes(
          'relative grid aspect-[8/5] min-h-28 w-full place-items-center overflow-hidden rounded-16 border bg-surface transition-colors',
          'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
          error !== undefined ? 'border-danger' : isEmpty ? 'border-dashed border-edge' : 'border-line',
        )}
      >
        {isEmpty ? <Invitation>{labels.choose}</Invitation> : <Preview {...props} image={image} />}
        <span className="sr-only" id={`${id}-act`}>
          {isEmpty ? labels.choose : labels.replace}
        </span>
        <input
          accept={accept}
          aria-describedby={error === undefined && note === undefined ? undefined : `${id}-note`}
          aria-labelledby={`${id}-label ${id}-act`}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
          onChange={pick}
          type="file"
        />
        {image.kind === 'uploading' ? (
          <CornerButton icon="close" label={`${labels.cancel}: ${label}`} onSelect={props.onCancel} />
        ) : null}
        {image.kind === 'ready' ? (
          <CornerButton icon="trash" label={`${labels.remove}: ${label}`} onSelect={props.onRemove} />
        ) : null}
      </div>
      <div aria-live="polite" className="text-12 text-dim empty:hidden" id={`${id}-note`}>
        {error === undefined ? (
          note
        ) : (
          <span className="flex items-start gap-1 text-danger">
            <Icon name="warning" size={16} />
            {error}
          </span>
        )}
      </div>
    </div>
  )
}

function Invitation({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="grid justify-items-center gap-2 p-3 text-center text-12 text-dim">
      <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name="camera" size={22} />
      </span>
      {children}
    </span>
  )
}

type PreviewProps = Pick<ImagePickerProps, 'labels' | 'onBroken'> & {
  readonly image: Exclude<PickedImage, { readonly kind: 'empty' }>
}

function Preview({ image, labels, onBroken }: PreviewProps) {
  const isUploading = image.kind === 'uploading'
  return (
    <>
      <img
        alt=""
        className={classes(
          'absolute inset-0 size-full bg-ground object-contain',
          isUploading && 'opacity-45',
        )}
        onError={onBroken}
        src={image.preview}
      />
      <div
        className={classes(
          'absolute start-2 bottom-2 grid gap-2 rounded-8 bg-surface px-2 py-1.5 text-12',
          isUploading && 'end-2',
        )}
        role="status"
      >
        {isUploading ? <Sending done={image.done} labels={labels} /> : <Sent labels={labels} />}
      </div>
    </>
  )
}

/** Shows no percentage in the bar after the last byte: the server then processes the image for an unknown time. */
function Sending({ done, labels }: { done: number; labels: ImagePickerLabels }) {
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-2">
        <span>{labels.uploading}</span>
        {/* Screen readers get the percentage from the progress bar, which does not announce every step. */}
        <span aria-hidden="true">
          <Figure unit="%" value={Math.floor(done * 100)} />
        </span>
      </span>
      <Progress done={done < 1 ? done : undefined} label={labels.uploading} />
    </>
  )
}

function Sent({ labels }: { labels: ImagePickerLabels }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon className="text-good" name="check-circle" size={16} />
      {labels.uploaded}
    </span>
  )
}

function CornerButton({ icon, label, onSelect }: { icon: IconName; label: string; onSelect: () => void }) {
  return (
    <button
      aria-label={label}
      className="absolute end-0 top-0 grid size-11 place-items-center focus-visible:-outline-offset-4"
      onClick={onSelect}
      type="button"
    >
      <span className="grid size-8 place-items-center rounded-full border border-line bg-surface">
        <Icon name={icon} size={18} />
      </span>
    </button>
  )
}
