export { recordKey } from '#server/gateway/gateway.ts'
