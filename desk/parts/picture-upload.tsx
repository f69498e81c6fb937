import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type CallFailure, isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import { type ImageFileProblem, problemOfImage } from '#browser/images/image-file.ts'
import type { PictureUpload as UploadedFile } from '#desk/calls/call-kinds.ts'
import { useTranslate } from '#desk/parts/desk-parts.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'

type PictureUploadProps<Picture> = {
  readonly send: (upload: UploadedFile) => Promise<Picture>
  readonly onAdded: (picture: Picture) => void
  readonly variant?: 'primary' | 'secondary' | undefined
}

/** Uploads a picture: a button, the progress, and why it was refused. */
export function PictureUpload<Picture>({ send, onAdded, variant }: PictureUploadProps<Picture>) {
  const { done, problem, upload, cancel } = usePictureUpload(send, onAdded)
  return (
    <div className="grid justify-items-start gap-2">
      {done === undefined ? <PickButton onPick={(file) => void upload(file)} variant={variant} /> : null}
      {done === undefined ? null : <UploadProgress done={done} onCancel={cancel} />}
      {problem === undefined ? null : <UploadProblem problem={problem} />}
    </div>
  )
}

type PickButtonProps = Pick<PictureUploadProps<never>, 'variant'> & { readonly onPick: (file: File) => void }

/** The native input covers the button, so that files can be dropped on it. */
function PickButton({ onPick, variant }: PickButtonProps) {
  const t = useTranslate()
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The input is cleared, so that the same file can be chosen again.
    target.value = ''
    if (file !== undefined) onPick(file)
  }
  return (
    <span
      className={classes(
        buttonClasses({ size: 'small', variant }),
        'has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-accent',
      )}
    >
      <span aria-hidden="true" className="inline-flex items-center gap-2">
        <Icon name="upload" size={20} />
        {t('pictures.upload')}
      </span>
      <input
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('pictures.upload')}
        className="absolute inset-x-0 -inset-y-1 z-1 cursor-pointer opacity-0"
        onChange={pick}
        type="file"
      />
    </span>
  )
}

/** After the last byte, the server processes the picture for an unknown time. */
function UploadProgress({ done, onCancel }: { done: number; onCancel: () => void }) {
  const t = useTranslate()
  const text =
    done < 1 ? t('pictures.uploading', { percent: Math.floor(done * 100) }) : t('pictures.processing')
  return (
    <div className="flex items-center gap-3 text-13 text-dim">
      <span className="grid w-40 gap-1.5">
        {/* Screen readers get the percentage from the progress bar. */}
        <span aria-hidden="true">{text}</span>
        <Progress done={done < 1 ? done : undefined} label={t('pictures.processing')} />
      </span>
      <Button onClick={onCancel} size="small" variant="secondary">
        {t('pictures.cancel')}
      </Button>
    </div>
  )
}

type Problem = ImageFileProblem | CallFailure

function UploadProblem({ problem }: { problem: Problem }) {
  const t = useTranslate()
  return (
    <Notice icon="warning" live tone="danger">
      {typeof problem === 'string'
        ? t(`pictures.${problem}`)
        : failureMessage(problem, (code) => t('desk.transport', { code }))}
    </Notice>
  )
}

/** One upload at a time. Closing the screen cancels it. */
function usePictureUpload<Picture>(
  send: PictureUploadProps<Picture>['send'],
  onAdded: (picture: Picture) => void,
) {
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<Problem>()
  const request = useRef(new AbortController())
  useEffect(() => () => request.current.abort(), [])

  const upload = async (file: File) => {
    const controller = new AbortController()
    request.current = controller
    const { signal } = controller
    const onProgress = (share: number) => {
      if (!signal.aborted) setDone(share)
    }
    setProblem(undefined)
    setDone(0)
    try {
      const found = await problemOfImage(file)
      if (found === undefined) onAdded(await send({ file, onProgress, signal }))
      else setProblem(found)
    } catch (failure) {
      if (!isCallFailure(failure)) throw failure
      if (failure.kind !== 'cancelled') setProblem(failure)
    } finally {
      if (!signal.aborted) setDone(undefined)
    }
  }
  const cancel = () => {
    request.current.abort()
    setDone(undefined)
  }
  return { done, problem, upload, cancel }
}
