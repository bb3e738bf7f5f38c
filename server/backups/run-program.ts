import { type SpawnOptions, spawn } from 'node:child_process'
import { StartError } from '#server/base/start-error.ts'

const KEPT_CHARACTERS = 20_000
const SHOWN_LINES = 3

/** Runs a program until its end. @throws StartError with its complaints, if it fails or cannot be started. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'signal' | 'shell' | 'uid' | 'gid'> = {},
): Promise<void> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(0, KEPT_CHARACTERS)
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  ).catch((error: Error) => {
    throw new StartError(`${file} could not be run: ${error.message}`)
  })
  if (code !== 0) throw new StartError(describe(complaints) || `${file} failed with ${code}`)
}

/** The lines that name an error, without the statement that failed. */
function describe(complaints: string): string {
  const lines = complaints.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /\b(error|fatal|panic|detail|hint):/i.test(line))
  const shown = errors.length > 0 ? errors : lines.filter(Boolean)
  return shown.slice(0, SHOWN_LINES).join('\n')
}
