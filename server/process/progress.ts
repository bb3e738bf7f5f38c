export type WriteLine = (line: string) => void

export async function runWithProgress<T>(print: WriteLine, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  print(`✓ ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}
