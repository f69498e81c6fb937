import { useEffect, useState } from 'react'
import { uploadImage } from '#web/calls/upload-image.ts'
import { useParts } from '#web/parts/app-parts.tsx'
import { createImageUpload, type ImageUploadStore } from '#web/parts/images/image-upload.ts'

/** Unmounting cancels the upload and revokes the preview URL. */
export function useImageUpload(): ImageUploadStore {
  const { caller } = useParts()
  const [image] = useState(() =>
    createImageUpload({ upload: (upload) => uploadImage(caller.call, upload), addresses: URL }),
  )
  useEffect(() => image.clear, [image])
  return image
}
