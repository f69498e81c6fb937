const finalText = 0x81
const smallestTwoBytes = 126
const smallestEightBytes = 65_536

/** Texts up to this length are written once and then copied, which is faster than counting their bytes first. */
const maxShortText = 16_384
const maxBytesPerUnit = 3
const scratch = Buffer.allocUnsafe(maxShortText * maxBytesPerUnit)

/**
 * Encodes a WebSocket text frame. Server frames are not masked (RFC 6455, 5.1), so all clients can share the same
 * bytes.
 */
export function encodeFrame(text: string): Buffer {
  if (text.length <= maxShortText) return encodeBytes(scratch.subarray(0, scratch.write(text)))
  const length = Buffer.byteLength(text)
  const frame = frameFor(length)
  frame.write(text, headerBytes(length))
  return frame
}

/** Encodes text that is already UTF-8 bytes. Copies them. */
export function encodeBytes(text: Uint8Array): Buffer {
  const frame = frameFor(text.length)
  frame.set(text, headerBytes(text.length))
  return frame
}

function frameFor(length: number): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes(length) + length)
  frame[0] = finalText
  if (length < smallestTwoBytes) frame[1] = length
  else if (length < smallestEightBytes) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return frame
}

function headerBytes(length: number): number {
  if (length < smallestTwoBytes) return 2
  return length < smallestEightBytes ? 4 : 10
}
