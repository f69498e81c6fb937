/** Entry point of the gateway: HTTP, schemas, envelopes, pages and probes. It holds no business state. */

export { admissionLimits, createAdmissionQueue } from '#server/gateway/admission-queue.ts'
export { isUpgradeOf } from '#server/gateway/api-paths.ts'
export {
  createCountryOf,
  createLimitKey,
  createProxyCheck,
  limitCallRate,
  limitKeyOf,
} from '#server/gateway/client-address.ts'
export { type ConnectionLimits, connectionLimits } from '#server/gateway/connection-limit.ts'
export { encodeInTurns } from '#server/gateway/encode-in-turns.ts'
export { engineOutcome, reversedPair, soleOrder } from '#server/gateway/engine-outcome.ts'
export { type ReadyCheck, serveProbes } from '#server/gateway/probes.ts'
export { recordKey } from '#server/gateway/record-key.ts'
export { ownAddress } from '#server/gateway/request-log.ts'
export {
  type AuthenticateUser,
  type Caller,
  operatorRoute,
  prepare,
  type Route,
  route,
  supportRoute,
  userRoute,
} from '#server/gateway/route.ts'
export { createSecurityHeaders } from '#server/gateway/security-headers.ts'
export { serveCalls } from '#server/gateway/serve-calls.ts'
export { serveDocs } from '#server/gateway/serve-docs.ts'
export { servePages } from '#server/gateway/serve-pages.ts'
export { servePictures } from '#server/gateway/serve-pictures.ts'
export { createTtlMemo } from '#server/gateway/ttl-memo.ts'
export { createWebServer, type WebServer } from '#server/gateway/web-server.ts'
