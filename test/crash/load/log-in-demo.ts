import { demoLogin, type SessionAnswer } from '#contract/calls/session.ts'
import type { CallClient } from '#test/crash/load/call-client.ts'

export async function logInDemo(client: CallClient, address: string, demoId: string): Promise<SessionAnswer> {
  const answer = await client.call(address, { path: demoLogin.path, input: { demo_id: demoId } })
  if (answer?.code !== 1) throw new Error(`nobody is let in: ${JSON.stringify(answer)}`)
  return answer.data as SessionAnswer
}
