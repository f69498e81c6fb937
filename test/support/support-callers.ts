// Users and visitors who use the support chat of the whole application.
import assert from 'node:assert/strict'
import type { AppFixture, Envelope } from '#test/calls/app-fixture.ts'
import { multipartType } from '#test/uploads/multipart.ts'

/** A session, or a visitor's thread. */
export type ChatCredentials = { readonly token?: string | undefined; readonly thread?: string | undefined }

export type Chat = ReturnType<typeof createChat>

/** Calls of one caller. */
export function createChat(fixture: AppFixture, { token, thread }: ChatCredentials) {
  const own = thread === undefined ? {} : { 'support-thread': thread }
  async function post(name: string, body: unknown = {}, headers = {}): Promise<Envelope> {
    return await fixture.call({
      url: `/api/support/${name}`,
      token,
      body,
      headers: { ...own, ...headers },
    })
  }
  async function get(path: string): Promise<Envelope> {
    return await fixture.call({ url: `/api/support/${path}`, token, headers: own })
  }
  return {
    post,
    get,
    send: async (text: string, key?: string, more: object = {}) =>
      await post('send', { text, ...more }, key === undefined ? {} : { 'idempotency-key': key }),
    state: async () => (await get('thread')).data,
    texts: async (): Promise<readonly string[]> =>
      (await get('messages?limit=100')).data.data.map(({ text }: { text: string }) => text),
    upload: async (payload: Buffer) =>
      (
        await fixture.raw({
          method: 'POST',
          url: '/api/support/image_upload',
          token,
          headers: { ...own, 'content-type': multipartType },
          payload,
        })
      ).json(),
    image: async (name: string) =>
      await fixture.raw({ url: `/api/support/image?name=${name}`, token, headers: own }),
  }
}

/** The token of a new visitor's thread. */
export async function openThread(fixture: AppFixture): Promise<string> {
  const opened = await createChat(fixture, {}).post('open')
  assert.equal(opened.code, 1, opened.msg)
  return opened.data.thread
}
