// Reads a file in a worker thread (read-worker.ts), because a hostile one could occupy the main thread.
import { Worker } from 'node:worker_threads'
import type { FileReading, ImportFile } from '#server/calendar/calendar-types.ts'
import { formatOf } from '#server/calendar/import/read-file.ts'
import type { Timers } from '#server/platform/timers.ts'

/** Five thousand events take less than one second. */
const longestMs = 10_000
const workerUrl = new URL('./read-worker.ts', import.meta.url)

type ThreadOptions = { readonly longestMs: number; readonly workerUrl: URL }

export async function readInThread(
  timers: Timers,
  file: ImportFile,
  options: ThreadOptions = { longestMs, workerUrl },
): Promise<FileReading> {
  const { text, zone } = file
  const worker = new Worker(options.workerUrl, {
    workerData: { text, zone },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 192 },
  })
  const read = Promise.withResolvers<FileReading>()
  const cancel = timers.after(options.longestMs, () => read.resolve(tooComplex(text)))
  worker.on('message', (reading: FileReading) => read.resolve(reading))
  worker.on('error', (fault) => {
    if (isOutOfMemory(fault)) read.resolve(tooComplex(text))
    else read.reject(new Error('the worker that reads calendar files failed', { cause: fault }))
  })
  worker.on('exit', () => read.reject(new Error('the worker that reads calendar files exited')))
  try {
    return await read.promise
  } finally {
    cancel()
    await worker.terminate()
  }
}

function isOutOfMemory(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooComplex(text: string): FileReading {
  const problem = { field: 'file', problem: 'file_too_complex', text: '' } as const
  return { format: formatOf(text), fileProblems: [problem], rows: [] }
}
