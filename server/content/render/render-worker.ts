// Worker thread of render-thread.ts: answers each text with its HTML, in the order of the requests.
import { parentPort } from 'node:worker_threads'
import { renderMarkdown } from '#server/content/render/render-markdown.ts'

parentPort?.on('message', (text: string) => parentPort?.postMessage(renderMarkdown(text)))
