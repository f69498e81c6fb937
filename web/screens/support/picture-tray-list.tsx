import { isCallFailure } from '#browser/calls/call-failure.ts'
import { failureMessage } from '#browser/calls/caller.ts'
import { Icon } from '#ui/icon.tsx'
import { Progress } from '#ui/progress.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useDictionary } from '#web/parts/app-parts.tsx'
import type { ImageProblem } from '#web/parts/images/image-upload.ts'
import type { PictureTray, TrayPicture } from '#web/screens/support/picture-tray.ts'

type PictureTrayListProps = { readonly pictures: readonly TrayPicture[]; readonly tray: PictureTray }

/** The pictures to send, with their progress, each with a button to remove it. */
export function PictureTrayList({ pictures, tray }: PictureTrayListProps) {
  const t = useDictionary('support')
  const problemOf = useProblemText()
  if (pictures.length === 0) return null
  const problems = pictures.flatMap(({ image }) =>
    image.kind === 'failed' ? [problemOf(image.problem)] : [],
  )
  return (
    <>
      <ul aria-label={t('support.pictures')} className="flex flex-wrap gap-2 px-1">
        {pictures.map((picture, place) => (
          <li key={picture.id}>
            <Slot number={place + 1} picture={picture} tray={tray} />
          </li>
        ))}
      </ul>
      <div className="px-2 text-12 text-danger empty:hidden" role="alert">
        {[...new Set(problems)].map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </>
  )
}

type SlotProps = { readonly picture: TrayPicture; readonly number: number; readonly tray: PictureTray }

function Slot({ picture: { id, image }, number, tray }: SlotProps) {
  const t = useDictionary('support')
  return (
    <div className="relative grid size-20 place-items-center overflow-hidden rounded-8 border border-line bg-surface">
      {image.kind === 'checking' ? (
        <span className="text-dim" role="status">
          <Spinner />
          <span className="sr-only">{t('support.picture.checking', { number })}</span>
        </span>
      ) : image.kind === 'failed' ? (
        <Failed number={number} onRetry={isCallFailure(image.problem) ? () => tray.retry(id) : undefined} />
      ) : (
        <img
          alt={t('support.picture', { number })}
          className="absolute inset-0 size-full object-cover"
          onError={() => tray.broken(id)}
          src={image.preview}
        />
      )}
      {image.kind === 'uploading' ? (
        <span className="absolute inset-x-1.5 bottom-1.5">
          <Progress
            done={image.done < 1 ? image.done : undefined}
            label={t('support.picture.uploading', { number })}
          />
        </span>
      ) : null}
      <button
        aria-label={t('support.picture.remove', { number })}
        className="absolute end-0 top-0 grid size-11 place-items-center focus-visible:-outline-offset-4"
        onClick={() => tray.remove(id)}
        type="button"
      >
        <span className="grid size-7 place-items-center rounded-full border border-line bg-surface">
          <Icon name="close" size={16} />
        </span>
      </button>
    </div>
  )
}

type FailedProps = { readonly number: number; readonly onRetry: (() => void) | undefined }

/** A file that is no usable picture would fail again, so that it can only be removed. */
function Failed({ number, onRetry }: FailedProps) {
  const t = useDictionary('support')
  if (onRetry === undefined) return <Icon className="text-danger" name="warning" size={22} />
  return (
    <button
      aria-label={t('support.picture.again', { number })}
      className="absolute start-0 bottom-0 grid size-11 place-items-center text-danger focus-visible:-outline-offset-4"
      onClick={onRetry}
      type="button"
    >
      <Icon name="refresh" size={22} />
    </button>
  )
}

/** If the server refused the picture, its own message. Only we know that removed pictures count too. */
function useProblemText(): (problem: ImageProblem) => string {
  const t = useDictionary('support')
  return (problem) => {
    if (typeof problem === 'string') return t(`support.picture.${problem}`)
    if (problem.kind === 'refused' && problem.reason === 'image_quota') return t('support.picture.quota')
    return failureMessage(problem, (code) => t('transport.failed', { code }))
  }
}
