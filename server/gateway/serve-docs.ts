import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type ApiDocument, renderDocs } from '#server/gateway/docs-page.ts'
import { pageHeaders } from '#server/gateway/page-headers.ts'

/** The OpenAPI document of everything served after this, and a page for people to read it. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'The token of a login',
          },
          desk: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: 'The token of an operator',
          },
        },
      },
      info: {
        title: 'Openlot',
        version: '1',
        description:
          'Every answer has HTTP status 200 and the shape {code, msg, data}. Code 1 is success; 0 a refusal whose ' +
          'data.reason is for programs; 429 too many requests; 500 a fault with an id to quote; 999 a session that ' +
          'is missing or has ended.',
      },
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const { html, styleHash } = renderDocs(app.swagger() as ApiDocument)
    return reply.headers(pageHeaders({ styles: [styleHash] })).send(html)
  })
}
