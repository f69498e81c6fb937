import { text } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** The content of a downloaded file, also if Chromium belongs to another process. */
export async function downloadedText(download: Download): Promise<string> {
  return await text(await download.createReadStream())
}
