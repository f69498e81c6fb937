import { ImagePicker } from '#ui/image-picker.tsx'
import { wordsFor } from '#web/calls/caller.ts'
import { useBook } from '#web/parts/app-parts.tsx'
import type { Picture, PictureProblem, PictureUpload } from '#web/screens/auth/picture-upload.ts'

export type SideFieldProps = {
  readonly label: string
  readonly picture: Picture
  readonly upload: PictureUpload
  /** What the form has against it, when the picture itself is well. */
  readonly error: string | undefined
}

const accepted = 'image/jpeg,image/png,image/webp'

/** One side of the document. */
export function SideField({ label, picture, upload, error }: SideFieldProps) {
  const t = useBook('account')
  const problem = picture.kind === 'empty' ? picture.problem : undefined
  return (
    <ImagePicker
      accept={accepted}
      error={useProblemWords()(problem) ?? error}
      image={picture}
      label={label}
      onBroken={upload.broken}
      onCancel={upload.clear}
      onPick={(file) => void upload.pick(file)}
      onRemove={upload.clear}
      words={{
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

/** The server's own words where it spoke. */
function useProblemWords(): (problem: PictureProblem | undefined) => string | undefined {
  const t = useBook('account')
  return (problem) => {
    if (problem === undefined) return undefined
    if (typeof problem === 'string') return t(`auth.picture.${problem}`)
    return wordsFor(problem, (code) => t('transport.failed', { code }))
  }
}
