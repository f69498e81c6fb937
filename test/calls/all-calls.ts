// Collects every call of the contract from its files, so that tests cover new calls automatically.
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Call } from '#contract/call.ts'

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'verb' in value
  )
}

export async function findCalls(): Promise<readonly Call[]> {
  const files = globSync('contract/{calls,desk}/*.ts').sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(file).href)))
  return modules.flatMap((module) => Object.values(module as Record<string, unknown>).filter(isCall))
}
