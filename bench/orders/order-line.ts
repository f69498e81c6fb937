// One connection that is kept open, by hand: a client that parses everything would cost more than the servers.
import { connect, type Socket } from 'node:net'

export type OrderLine = {
  /** Sends it; `answered` is called when the whole answer has come. Only one at a time. */
  readonly send: (request: string) => void
  readonly close: () => void
}

const headEnd = '\r\n\r\n'

/** Says of every answer whether it is a success, by the first field of the envelope. */
export async function openOrderLine(
  port: number,
  answered: (isDone: boolean, answer: string) => void,
): Promise<OrderLine> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('data', (piece: string) => {
    heard = heard === '' ? piece : heard + piece
    const end = heard.indexOf(headEnd)
    if (end === -1) return
    const length = lengthIn(heard)
    if (heard.length < end + headEnd.length + length) return
    const isDone = heard.startsWith('HTTP/1.1 200') && heard.startsWith('{"code":1,', end + headEnd.length)
    const whole = heard
    heard = ''
    answered(isDone, whole)
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', (fault) => {
    throw fault
  })
  return { send: (request) => void socket.write(request, 'latin1'), close: () => void socket.destroy() }
}

const lengthName = 'content-length: '

function lengthIn(head: string): number {
  const from = head.indexOf(lengthName)
  if (from === -1) throw new Error(`an answer does not say how long it is: ${head.slice(0, 200)}`)
  return Number.parseInt(head.slice(from + lengthName.length, from + lengthName.length + 10), 10)
}
