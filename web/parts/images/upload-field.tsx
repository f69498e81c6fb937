import { failureMessage } from '#browser/calls/caller.ts'
import { ImagePicker } from '#ui/image-picker.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { ImageProblem, ImageUploadStore, UploadImage } from '#web/parts/images/image-upload.ts'

type UploadFieldProps = {
  readonly label: string
  readonly picture: UploadImage
  readonly upload: ImageUploadStore
  /** Error from checking the form. A problem with the image takes precedence. */
  readonly error: string | undefined
  /** Shown below the slot if there is no error. */
  readonly note?: string | undefined
}

const accepted = 'image/jpeg,image/png,image/webp'

/** Upload slot for one photo. Needs the `account` dictionary. */
export function UploadField({ label, picture, upload, error, note }: UploadFieldProps) {
  const t = useDictionary('account')
  const problem = picture.kind === 'empty' ? picture.problem : undefined
  return (
    <ImagePicker
      accept={accepted}
      error={useProblemText()(problem) ?? error}
      note={note}
      image={picture}
      label={label}
      onBroken={upload.broken}
      onCancel={upload.clear}
      onPick={(file) => void upload.pick(file)}
      onRemove={upload.clear}
      labels={{
        choose: t('auth.picture.choose'),
        replace: t('auth.picture.replace'),
        uploading: t('auth.picture.uploading'),
        cancel: t('auth.picture.cancel'),
        uploaded: t('auth.picture.uploaded'),
        remove: t('auth.picture.remove'),
      }}
    />
  )
}

/** Text for a problem with the image. If the server refused the image, its own message. */
function useProblemText(): (problem: ImageProblem | undefined) => string | undefined {
  const t = useDictionary('account')
  return (problem) => {
    if (problem === undefined) return undefined
    if (typeof problem === 'string') return t(`auth.picture.${problem}`)
    return failureMessage(problem, (code) => t('transport.failed', { code }))
  }
}
