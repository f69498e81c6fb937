import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** The content of a downloaded file, also if Chromium belongs to another process. */
export async function downloadedText(download: Download): Promise<string> {
  // Not `text`, which removes the byte order mark.
  return (await buffer(await download.createReadStream())).toString('utf8')
}
