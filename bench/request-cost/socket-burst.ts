import { createLiveClient } from '#test/live/live-client.ts'

/** Commands that a client may send at once before the limit refuses more. */
const burst = 200

/** Opens a socket, subscribes to 100 topics and sends pings, all at once. Resolves when everything is answered. */
export async function sendBurst(address: string, topics: readonly string[]): Promise<string> {
  const client = createLiveClient(`${address.replace('http', 'ws')}/v1/ws?lang=en`)
  await client.open()
  const frames = Array.from({ length: burst }, (_, at) => {
    const topic = topics[at]
    return topic === undefined ? { cmd: 'ping' } : { cmd: 'sub', topic }
  })
  for (const frame of frames) client.send(frame)
  let answers = 0
  while (answers < burst) if ('cmd' in (await client.next())) answers += 1
  client.socket.terminate()
  return 'answered'
}
