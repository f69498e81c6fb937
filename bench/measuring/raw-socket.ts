import { socketPath } from '#contract/live.ts'

/** Minimal WebSocket handshake. */
export const upgradeRequest = [
  `GET ${socketPath} HTTP/1.1`,
  'Host: bench',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n')

/** A short frame with a mask of zeros, which leaves the payload unchanged. */
export function masked(frame: object): Buffer {
  const text = JSON.stringify(frame)
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}
