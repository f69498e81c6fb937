// The thread in which larger candles are folded: a question comes in, a block of candles goes out, one at a time.
import { parentPort, workerData } from 'node:worker_threads'
import { encodeCandles, type FoldRequest, foldDays } from '#server/feed/sim/fold-thread.ts'
import { createSimModel, type SimModelParts } from '#server/feed/sim/sim-model.ts'

const model = createSimModel(workerData as SimModelParts)

parentPort?.on('message', (question: FoldRequest) => {
  const columns = encodeCandles(foldDays(model, question))
  parentPort?.postMessage(columns, [columns.buffer])
})
