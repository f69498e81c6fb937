import { longestRemark } from '#core/user/operator-remark.ts'

export function remarkLength(remark: string): number {
  return [...remark.trim()].length
}

export function remarkFault(remark: string): 'missing' | 'too_long' | undefined {
  const length = remarkLength(remark)
  if (length === 0) return 'missing'
  return length > longestRemark ? 'too_long' : undefined
}
