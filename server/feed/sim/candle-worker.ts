// Worker thread of candle-thread.ts: answers each candle request with a buffer of candles.
import { parentPort, workerData } from 'node:worker_threads'
import { aggregateDays, type CandleRequest, encodeCandles } from '#server/feed/sim/candle-thread.ts'
import { createSimModel, type SimModelParts } from '#server/feed/sim/sim-model.ts'

const model = createSimModel(workerData as SimModelParts)

parentPort?.on('message', (request: CandleRequest) => {
  const buffer = encodeCandles(aggregateDays(model, request))
  parentPort?.postMessage(buffer, [buffer.buffer])
})
