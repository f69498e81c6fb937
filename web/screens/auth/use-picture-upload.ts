import { useEffect, useState } from 'react'
import { uploadImage } from '#web/calls/upload-image.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { createPictureUpload, type PictureUpload } from '#web/screens/auth/picture-upload.ts'

/** One picture of a form; leaving the form cancels its upload and lets go of the file. */
export function usePictureUpload(): PictureUpload {
  const { caller } = useParts()
  const [picture] = useState(() =>
    createPictureUpload({ upload: (upload) => uploadImage(caller.call, upload), addresses: URL }),
  )
  useEffect(() => picture.clear, [picture])
  return picture
}
