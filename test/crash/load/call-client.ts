// HTTP client of the load, with keep-alive connections.

/** The response envelope. */
export type Answer = { readonly code: number; readonly msg: string; readonly data: unknown }

export type Call = {
  readonly path: string
  /** Form to post. Without it the call is a GET. */
  readonly input?: Readonly<Record<string, string>>
  /** Picture to post in place of a form. */
  readonly file?: Uint8Array
  readonly token?: string
  readonly key?: string
  /** Closes the connection as soon as the request is sent. The server handles the call, but its answer is lost. */
  readonly isAnswerLost?: boolean
}

export type CallClient = {
  /** Resolves with undefined if the connection ended before a complete answer. The outcome is then unknown. */
  readonly call: (address: string, call: Call) => Promise<Answer | undefined>
  readonly close: () => void
}

/** Longer than the server ever takes to answer. */
const answerWithinMs = 20_000
const maxSockets = 128

export function createCallClient(): CallClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxSockets })
  return {
    call: (address, call) =>
      new Promise((resolve) => {
        const body = bodyOf(call)
        const method = body === undefined ? 'GET' : 'POST'
        const asked = request(`${address}${call.path}`, { agent, method, headers: headersOf(call) })
        asked.setTimeout(answerWithinMs, () => asked.destroy())
        // No answer arrived, whatever the error.
        asked.on('error', () => resolve(undefined))
        if (call.isAnswerLost === true) asked.on('finish', () => asked.destroy())
        asked.on('response', (response) => void readAnswer(response).then(resolve))
        asked.end(body ?? '')
      }),
    close: () => agent.destroy(),
  }
}

function bodyOf({ input, file }: Call): string | Uint8Array | undefined {
  if (file !== undefined) return fileForm(file)
  return input === undefined ? undefined : new URLSearchParams(input).toString()
}

function headersOf({ input, file, token, key }: Call): Record<string, string> {
  return {
    lang: 'en',
    ...(input === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(file === undefined ? {} : { 'content-type': multipartType }),
    ...(token === undefined ? {} : { authorization: token }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
}

/** Every answer has status 200. A server that shuts down sends other statuses, which leave the outcome unknown. */
async function readAnswer(response: IncomingMessage): Promise<Answer | undefined> {
  try {
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece as Buffer)
    if (response.statusCode !== 200 || !response.complete) return undefined
    return JSON.parse(Buffer.concat(pieces).toString()) as Answer
  } catch {
    // The connection ended in the middle of the answer.
    return undefined
  }
}

export async function logInDemo(client: CallClient, address: string, demoId: string): Promise<SessionAnswer> {
  const answer = await client.call(address, { path: demoLogin.path, input: { demo_id: demoId } })
  if (answer?.code !== 1) throw new Error(`demo login failed: ${JSON.stringify(answer)}`)
  return answer.data as SessionAnswer
}

/** A request of a trader. */
export type Action = {
  readonly kind: ActionKind
  readonly input: Readonly<Record<string, string>>
}

export type ActionKind =
  | 'place'
  | 'close'
  | 'close_many'
  | 'reverse'
  | 'amend'
  | 'cancel'
  | 'set_stops'
  | 'reset'

export const pathOf: Readonly<Record<ActionKind, string>> = {
  place: submit.path,
  close: close.path,
  close_many: closeMany.path,
  reverse: reverse.path,
  amend: amendOrder.path,
  cancel: cancelTrade.path,
  set_stops: setStopPrice.path,
  reset: resetDemo.path,
}

/** The command kind in the journal for each action. */
export const commandOf: Readonly<Record<ActionKind, Command['kind']>> = {
  place: 'open_order',
  close: 'close_order',
  close_many: 'close_many',
  reverse: 'reverse_order',
  amend: 'amend_order',
  cancel: 'cancel_order',
  set_stops: 'set_stops',
  reset: 'reset_demo',
}

import { Agent, type IncomingMessage, request } from 'node:http'
import { resetDemo } from '#contract/calls/account.ts'
import { demoLogin, type SessionAnswer } from '#contract/calls/session.ts'
import {
  amendOrder,
  cancelTrade,
  close,
  closeMany,
  reverse,
  setStopPrice,
  submit,
} from '#contract/calls/trading.ts'
import type { Command } from '#core/decision/command.ts'
import { fileForm, multipartType } from '#test/uploads/multipart.ts'
