// Worker thread of read-thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { readFile } from '#server/calendar/import/read-file.ts'

const { text, zone } = workerData as { readonly text: string; readonly zone: string }

parentPort?.postMessage(readFile(text, zone))
