// The thread in which larger candles are folded: a question comes in, a block of candles goes out, one at a time.
import { parentPort, workerData } from 'node:worker_threads'
import { type FoldQuestion, foldDays, toColumns } from '#server/feed/sim/fold-thread.ts'
import { createSimModel, type SimModelParts } from '#server/feed/sim/sim-model.ts'

const model = createSimModel(workerData as SimModelParts)

parentPort?.on('message', (question: FoldQuestion) => {
  const columns = toColumns(foldDays(model, question))
  parentPort?.postMessage(columns, [columns.buffer])
})
