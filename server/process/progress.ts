/** Prints a line to the terminal. */
export type WriteLine = (line: string) => void

/** Runs `work` and prints its name and duration. */
export async function runWithProgress<T>(print: WriteLine, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  print(`✓ ${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}
