import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A child process that answers every message. A pending answer rejects if the process exits. */
export type AnsweringProcess<Message> = {
  readonly request: <Answer>(message: Message) => Promise<Answer>
  /** The next message that the process sends without a request. */
  readonly nextAnswer: <Answer>() => Promise<Answer>
  readonly stop: () => Promise<void>
}

type Options = { readonly args?: readonly string[]; readonly execArgv?: string[] }

/** Starts a module of the project, such as `#bench/pushes/clients.ts`. */
export function startProcess<Message extends object>(
  module: string,
  { args = [], ...options }: Options = {},
): AnsweringProcess<Message> {
  const child = fork(fileURLToPath(import.meta.resolve(module)), args, options)
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${module} has exited`)
  })
  // Every run ends with an exit, which is an error only if an answer is pending.
  exited.catch(() => undefined)

  async function nextAnswer<Answer>(): Promise<Answer> {
    const [answer] = await Promise.race([once(child, 'message'), exited])
    return answer as Answer
  }
  return {
    async request(message) {
      child.send(message)
      return await nextAnswer()
    },
    nextAnswer,
    async stop() {
      child.kill()
      await exited.catch(() => undefined)
    },
  }
}
