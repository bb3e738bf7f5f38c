import type { ResponseLog } from './retrying-client.ts'

/** Returns a violation for each kind of response without success. */
export function refusalsIn({ counts }: ResponseLog): string[] {
  const refused = [...counts].filter(([answer]) => answer !== '200')
  return refused.map(([answer, requests]) => `${requests} requests were answered ${answer}`)
}
